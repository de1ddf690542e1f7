"""The decks of clubs: made and corrected in the browser, each version kept."""
