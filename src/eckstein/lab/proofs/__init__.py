"""Proofs: what can be won in a position by force, with certificates to check.

`claims` reads what is claimed, `certificate` is the file, `proving` searches and makes one, and
`checking` accepts or refuses it by the plain rules alone, sharing nothing with any search.
"""
