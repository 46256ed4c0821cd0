"""The JSON Schemas of every document that people or programs write."""

from deckwright.schemas.problems import Problem, problems, schema

__all__ = ["Problem", "problems", "schema"]
