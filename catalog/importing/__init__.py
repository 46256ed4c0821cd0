"""Cards from outside, into the catalogue: read, understood, compared with what is there, written at once."""
