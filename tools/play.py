"""`make play`: a board in the browser as soon as there can be one; all else is made behind it.

It starts with any Python and sets up what serving needs, stage by stage, each of which `make` knows
to be done or not.  Then the server runs, and beside it `tools.later`, which gives way to all that
is played.  Ctrl-C ends everything, in any stage; the next time it goes on from there.
"""
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

MAKE = os.environ.get("MAKE", "make")
PYTHON = os.path.join(".venv", "bin", "python")
STAGES = ".venv/playing", "pages"
LATER = "import os; os.nice(19); import runpy; runpy.run_module('tools.later', run_name='__main__')"
STOPPED = "Stopped. The next `make play` goes on from here."
PATIENCE = 10.0             # seconds in which what is stopped may end by itself
POLL = 0.1                  # seconds between two looks at a stage
stopped = threading.Event()


def set_up():
    """Carry out the stages.

    Raises:
        CalledProcessError: if one fails, which has said why.
        KeyboardInterrupt: if one was stopped.
    """
    for target in STAGES:
        # In a session of its own, so that Ctrl-C comes here alone, and one sentence is the answer.
        process = subprocess.Popen([MAKE, "--silent", "--no-print-directory", target],
                                   start_new_session=True, stdin=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        said = threading.Thread(target=pass_on, args=(process.stderr,), daemon=True)
        said.start()
        while process.poll() is None:
            if stopped.wait(POLL):
                end(process)
        if stopped.is_set():
            raise KeyboardInterrupt
        said.join()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, target)


def pass_on(lines):
    """Show what a stage complains about, until it is stopped: then that is the only reason."""
    for line in lines:
        if not stopped.is_set():
            sys.stderr.buffer.write(line)
            sys.stderr.buffer.flush()


def end(process):
    """End a process with all that it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        try:
            process.wait(PATIENCE)
            return
        except subprocess.TimeoutExpired:
            pass


def serve(arguments):
    """Run the server, and what is left for later beside it; return the server's exit code."""
    server = subprocess.Popen([PYTHON, "-m", "eckstein", "serve", *arguments])
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # the server hears it, too, and ends
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    if stopped.is_set():        # before it could hear of that
        server.terminate()
    later = subprocess.Popen([PYTHON, "-c", LATER], start_new_session=True,
                             stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    threading.Thread(target=pass_on, args=(later.stderr,), daemon=True).start()
    try:
        return server.wait()
    finally:
        stopped.set()
        end(later)


def main():
    """Set up, and play."""
    # No exception, which could come between the start of a process and the word on that.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    begin = time.time()
    try:
        set_up()
    except KeyboardInterrupt:
        print("\n" + STOPPED)
        return 0
    except subprocess.CalledProcessError as error:
        return error.returncode
    if time.time() - begin > 3:
        print(f"Set up in {time.time() - begin:.0f} s.", flush=True)
    code = serve(sys.argv[1:])
    return 0 if code == 128 + signal.SIGINT else code


if __name__ == "__main__":
    sys.exit(main())
