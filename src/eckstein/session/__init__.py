"""A session at this machine: a game between people and computers, kept on disk, with clocks.

The command line and the terminal's whole screen both sit at it.
"""
