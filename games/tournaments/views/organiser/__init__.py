"""Pages of those who run a tournament, and its public list and results."""
