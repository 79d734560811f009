"""Games on this machine, between people and computers, saved on disk, with clocks.

Line mode (`eckstein.cli`) and the full screen (`eckstein.tui`) both show a `Session` or a `Replay`,
and take their commands and sentences from here.
"""
