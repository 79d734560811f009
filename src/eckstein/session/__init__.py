"""Games at this machine, between people and computers, kept on disk, with clocks.

The line mode (`eckstein.cli`) and the full screen (`eckstein.tui`) both show a `Session` or a
`Replay`, and take commands and sentences from here.
"""
