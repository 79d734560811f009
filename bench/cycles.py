"""How many cycles of the processor something takes, which the load of others hardly changes."""
import ctypes
import os
import platform
import struct
from collections.abc import Callable

# The system call perf_event_open by processor; lengths and bits are those of its manual page.
CALL = {"x86_64": 298, "aarch64": 241}
HARDWARE, CYCLES = 0, 0
SIZE = 112                          # bytes of what is asked for
PROGRAMS_ALONE = 1 << 5 | 1 << 6    # without the kernel and the hypervisor
NUMBER = struct.Struct("q")


def counter() -> Callable[[], int]:
    """A clock that tells the cycles of this thread; always 0 where the system does not count."""
    if platform.system() != "Linux" or platform.machine() not in CALL:
        return lambda: 0
    wish = struct.pack("=IIQQQQQ", HARDWARE, SIZE, CYCLES, 0, 0, 0, PROGRAMS_ALONE)
    file = ctypes.CDLL(None).syscall(CALL[platform.machine()], wish + bytes(SIZE - len(wish)),
                                     0, -1, -1, 0)
    if file < 0:
        return lambda: 0
    return lambda: int(NUMBER.unpack(os.read(file, NUMBER.size))[0])
