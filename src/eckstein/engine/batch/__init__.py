"""Many games at once, as arrays of NumPy, and the tree search in all of them.

They are public as `eckstein.lab.learning`; players that search by a network need them, too.
"""
