"""The engine: everything that is true of any game at a table, and no game by name."""
