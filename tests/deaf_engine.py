"""An engine that answers, but never moves, and ends neither with its input nor at a signal.

It and a child of its own hold a pipe open, whose reader so hears when both have ended.
"""
import os
import signal
import subprocess
import sys
import threading

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
pipe = os.open(os.environ["DEAF_PIPE"], os.O_WRONLY)
subprocess.Popen(["sleep", "3600"], stdin=subprocess.DEVNULL, stdout=pipe,
                 stderr=subprocess.DEVNULL)
for line in sys.stdin:
    word = line.split()[0]
    if word in ("uci", "isready"):
        print(word.replace("is", "") + "ok", flush=True)
    elif word == "go":
        os.write(pipe, b"thinking\n")
threading.Event().wait()
