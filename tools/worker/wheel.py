"""msgspec for Pyodide's Python: the one part of the archive that is no part of this environment."""
import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "browser.lock"
WHEELS = ROOT / ".venv" / "browser"
PLATFORM = ("--only-binary", ":all:", "--platform", "pyemscripten_2026_0_wasm32",
            "--python-version", "3.14", "--implementation", "cp")


def wheel() -> Path:
    """The wheel that the lock file names; fetched the first time."""
    folder = WHEELS / hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]
    if not any(folder.glob("*.whl")):
        fetch(folder, "--require-hashes", "--requirement", str(LOCK))
    return next(folder.glob("*.whl"))


def fetch(folder: Path, *what: str) -> None:
    """Download a wheel for Pyodide's Python into a folder."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                    "--disable-pip-version-check", *PLATFORM, "--dest", str(folder), *what],
                   check=True)
