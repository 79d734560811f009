"""Write down in browser.lock the msgspec of requirements.lock:  python -m tools.worker.lock"""
import hashlib
import re
import tempfile
from pathlib import Path

from .wheel import LOCK, ROOT, fetch

found = re.search(r"^msgspec==\S+", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
assert found, "requirements.lock names no msgspec"
with tempfile.TemporaryDirectory() as name:
    fetch(Path(name), found[0])
    digest = hashlib.sha256(next(Path(name).glob("*.whl")).read_bytes()).hexdigest()
LOCK.write_text(f"{found[0]} \\\n    --hash=sha256:{digest}\n")
