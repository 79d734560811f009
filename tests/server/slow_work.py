"""In place of slow work; processes that do it load this alone, and no server."""
import os
import time

LONG = 1000.0           # seconds


def note_and_sleep(path):
    """Leave the process's number behind, and go on for ever."""
    with open(path, "w") as file:
        file.write(str(os.getpid()))
    os.rename(path, f"{path}.begun")
    time.sleep(LONG)


def draw_for_ever(form, ref, look):
    """In place of a picture."""
    note_and_sleep(os.environ["ECKSTEIN_NOTE"])


def die():
    os._exit(1)


def die_once(path):
    """What kills its process the first time, as something else may have done."""
    if not os.path.exists(path):
        with open(path, "w"):
            os._exit(1)
    return "done"
