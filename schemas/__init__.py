"""The JSON Schemas of every document that people or programs write."""
