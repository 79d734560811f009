"""Searches to solve by, for tables of endings and proofs: they have a library of their own."""
