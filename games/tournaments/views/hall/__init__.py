"""The hall: what players, tables, the projector and the printer see of a tournament."""
