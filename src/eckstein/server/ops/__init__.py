"""Operation: limits, logs, metrics and memory.  Knows no games; used everywhere.
"""
