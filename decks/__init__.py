"""Decklists: reading, judging, dealing and odds."""
