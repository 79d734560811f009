"""Benchmarks: `python -m bench`, or one part, `python -m bench rules`."""
