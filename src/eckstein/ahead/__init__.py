"""Compiling ahead of time: libraries and WebAssembly modules for machines without a compiler.

Numba hands out the LLVM text of what it has compiled.  Ours calls nothing outside, so LLVM's other
back ends make objects of it for any processor, and a linker makes libraries of those.  They run
without Numba and LLVM (kernel/library.py, kernel/wasm.py).
"""
