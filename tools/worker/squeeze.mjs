// Compresses by zstd, which the Python of this environment may not have, but Pyodide's has:
//
//     node squeeze.mjs FOLDER PYODIDE
//
// Each NAME.zip of FOLDER becomes NAME.zip.zst; NAME.like, if there is one, is its dictionary.
import { pathToFileURL } from "node:url";

const [folder, pyodide] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide();
python.mountNodeFS("/folder", folder);
python.runPython(`
from compression.zstd import CompressionParameter, ZstdDict, compress
from pathlib import Path

LEVEL = CompressionParameter.compression_level.bounds()[1]
for path in sorted(Path("/folder").glob("*.zip")):
    like = path.with_suffix(".like")
    known = ZstdDict(like.read_bytes(), is_raw=True).as_prefix if like.exists() else None
    packed = compress(path.read_bytes(), zstd_dict=known, options={
        CompressionParameter.compression_level: LEVEL, CompressionParameter.checksum_flag: 1})
    path.with_name(f"{path.name}.zst").write_bytes(packed)
    path.unlink()
`);
