"""What these tests need besides Python: Node; an emulator of AArch64, with its C library."""
import os
import shutil
import sys
from pathlib import Path

import pytest

NODE = shutil.which("node") or shutil.which("node", path=Path(sys.executable).parent)
EMULATOR = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64") or "qemu-aarch64"
EMULATOR_LIBRARIES = "/usr/aarch64-linux-gnu"

need_node = pytest.mark.skipif("CI" not in os.environ and NODE is None,
                               reason="there is no Node on this machine")
need_emulator = pytest.mark.skipif(
    "CI" not in os.environ and not (shutil.which(EMULATOR) and Path(EMULATOR_LIBRARIES).is_dir()),
    reason="there is no emulator of AArch64 on this machine, or no C library for it")
