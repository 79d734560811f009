"""Faults planted one at a time, to see which of them the tests do not notice.

Cosmic Ray plants them in Python, Stryker in TypeScript.
"""
