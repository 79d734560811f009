"""Fill src/eckstein_browser beside the scripts that Vite has built:  python -m tools.worker"""
import hashlib
import json
import shutil

from . import archive, notices, standard_library
from .compiled import PYODIDE
from .wheel import ROOT, wheel

FOLDER = ROOT / "src" / "eckstein_browser" / "web" / "worker"
CONTENTS = FOLDER / "worker.json"
RULES, NETS = "rules", "nets"       # folders of what is loaded when it is asked for
NOTICES = "THIRD-PARTY-NOTICES.md"
COPIED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

CONTENTS.unlink(missing_ok=True)            # until the end, the contents do not count as whole
(FOLDER / "pyodide").mkdir(parents=True, exist_ok=True)
for name in COPIED:
    shutil.copyfile(PYODIDE / name, FOLDER / "pyodide" / name)
standard_library.make(FOLDER / "pyodide" / "python_stdlib.zip")
packages = json.loads((PYODIDE / "pyodide-lock.json").read_text()) | {"packages": {}}
(FOLDER / "pyodide" / "pyodide-lock.json").write_text(json.dumps(packages))
archive.make(FOLDER / f"eckstein{archive.SUFFIX}", wheel())
archive.pack_rules(FOLDER / RULES)
archive.pack_nets(FOLDER / NETS)
shutil.copyfile(ROOT / "LICENSE", FOLDER.parent / "LICENSE")
(FOLDER / NOTICES).write_text(notices.text([*archive.NEEDED, "msgspec"]))
files: dict[str, object] = {}
later: dict[str, dict[str, object]] = {RULES: {}, NETS: {}}
for path in sorted(FOLDER.rglob("*")):
    if path.is_file() and path.name not in (CONTENTS.name, NOTICES):
        data = path.read_bytes()
        file = {"bytes": len(data), "digest": hashlib.sha256(data).hexdigest()[:32]}
        if path.parent.name in later:
            later[path.parent.name][path.name.removesuffix(archive.SUFFIX)] = file
        else:
            files[path.relative_to(FOLDER).as_posix()] = file
version = hashlib.sha256(json.dumps([files, later]).encode()).hexdigest()[:16]
CONTENTS.write_text(json.dumps({"version": version, "files": files, **later}, indent=1))
