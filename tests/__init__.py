"""The tests, a folder for each topic.

Rules have three witnesses: tables of counts, tests of one position and one fact each, and the twin,
a second implementation that shares no code with the first (`tests/twin/`).  What must always hold
(undo, texts, keys, equal lives) is tried on random games.  Searches are compared with a search by
brute force: on trees and mazes made for the tests, with full transposition tables and short limits,
and on small endings.  Each term of an evaluation has two positions that differ in it alone.  Time
comes from a clock that the tests set.

Compiled code is tested with NUMBA_BOUNDSCHECK=1, so that an index beyond an array is an error: the
rules of all games, and the searches of one (`tests/search/conftest.py`); those of all in the long
tests.
"""
