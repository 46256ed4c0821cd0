"""The catalogue: games, their cards, the database that holds them, and the query language."""
