"""Compiling ahead of time: libraries and WebAssembly modules for those who have no compiler.

Numba hands out the LLVM text of what it has compiled.  Ours calls nothing outside, so LLVM's other
back ends make objects of it for any processor, and a linker makes libraries of those.  Whoever
runs them needs neither Numba nor LLVM (see kernel/library.py and kernel/wasm.py).
"""
