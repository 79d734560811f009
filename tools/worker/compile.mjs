// Compiles the Python files of a folder by Pyodide's own Python:  node compile.mjs FOLDER PYODIDE
//
// Files whose names are in FOLDER/sources.json stay, with their compiled form in __pycache__; all
// others are replaced by it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, pyodide] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide();
python.mountNodeFS("/folder", folder);
python.globals.set("sources", readFileSync(`${folder}/sources.json`, "utf-8"));
python.runPython(`
import json, os, py_compile
from importlib.util import cache_from_source
from pathlib import Path

root, kept = Path("/folder"), set(json.loads(sources))
for path in sorted(root.rglob("*.py")):
    name = str(path.relative_to(root))
    compiled = cache_from_source(path) if name in kept else f"{path}c"
    py_compile.compile(str(path), compiled, f"/eckstein/{name}", doraise=True,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    if name not in kept:
        os.unlink(path)
`);
