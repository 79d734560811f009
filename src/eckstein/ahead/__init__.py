"""Compiling ahead of time: libraries and WebAssembly modules for those who have no compiler.

Numba hands out the LLVM text of what it has compiled.  Ours calls nothing outside, so LLVM's other
back ends make objects of it for any processor, and a linker makes libraries of those.  Whoever
runs them needs neither Numba nor LLVM (see kernel/library.py and kernel/wasm.py).
"""

# The searches that are compiled for every game.
TEMPLATES = ("search.perft", "search.playing", "search.playout", "search.plain",
             "search.alphabeta", "search.mate", "search.bounded", "search.proof", "search.descent",
             "search.closure", "search.mcts", "search.retrograde", "search.audit")
