"""What these tests need besides Python: an emulator of AArch64, and the C library of its Linux."""
import os
import shutil
from pathlib import Path

import pytest

EMULATOR = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64") or "qemu-aarch64"
EMULATOR_LIBRARIES = "/usr/aarch64-linux-gnu"

need_emulator = pytest.mark.skipif(
    "CI" not in os.environ and not (shutil.which(EMULATOR) and Path(EMULATOR_LIBRARIES).is_dir()),
    reason="there is no emulator of AArch64 on this machine, or no C library for it")
