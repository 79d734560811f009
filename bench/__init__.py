"""Benchmarks that anyone can run: `python -m bench`, or one part, `python -m bench rules`."""
