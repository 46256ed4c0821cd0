"""Dealing: a game's setup played out from decklists, repeatable by seed."""
