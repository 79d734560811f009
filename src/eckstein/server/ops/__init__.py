"""What whoever runs the server looks at or sets: limits, logs, figures, memory.  Knows no games;
entered from everywhere.
"""
