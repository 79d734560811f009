// Compiles Python files by Pyodide's own Python:  node compile.mjs FOLDER PYODIDE PLACE
//
// They are those of FOLDER, and will be in PLACE.  Files whose names are in FOLDER/sources.json stay,
// with their compiled form in __pycache__; all others are replaced by it.  Docstrings stay in Eckstein
// alone, whose API and rules are described by them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, pyodide, place] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// Without the columns of every instruction, which only tracebacks show, files are a fifth smaller.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/folder", folder);
python.globals.set("place", place);
python.globals.set("sources", readFileSync(`${folder}/sources.json`, "utf-8"));
python.runPython(`
import json, os, py_compile
from importlib.util import cache_from_source
from pathlib import Path

root, kept = Path("/folder"), set(json.loads(sources))
for path in sorted(root.rglob("*.py")):
    name = str(path.relative_to(root))
    compiled = cache_from_source(path) if name in kept else f"{path}c"
    py_compile.compile(str(path), compiled, f"{place}/{name}", doraise=True,
                       optimize=0 if name.startswith("eckstein/") else 2,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    if name not in kept:
        os.unlink(path)
`);
