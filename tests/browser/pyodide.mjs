// Runs a module of Python in Pyodide, with Eckstein as `make web` has packed it for browsers:
//
//     node pyodide.mjs MODULE EXPRESSION
//
// Prints the lines that the expression yields; everything that the module defines may be used.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../src/eckstein_browser/web/worker/", import.meta.url));
const [module, expression] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(`${built}pyodide/pyodide.mjs`);
  const python = await loadPyodide({ indexURL: `${built}pyodide/` });
  python.globals.set("archive", new Uint8Array(readFileSync(`${built}eckstein.zip.zst`)));
  python.runPython(`
from compression.zstd import decompress
from io import BytesIO
from zipfile import ZipFile
ZipFile(BytesIO(decompress(archive.to_bytes()))).extractall("/eckstein")`);
  python.runPython(`import sys; sys.path.insert(0, "/eckstein")`);
  python.runPython(readFileSync(module, "utf8"));
  python.runPython(`for line in ${expression}: print(line)`);
} catch (error) {
  console.error(String(error.message).slice(-2000));
  process.exit(1);
}
