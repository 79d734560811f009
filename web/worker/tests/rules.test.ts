// @vitest-environment node
// Games under other options come to Python when it asks for them. Here one that Contra's own library
// plays, whose description is all there is in the archive.
import type { PyodideAPI } from "pyodide";
import { beforeEach, expect, test } from "vitest";
import { bringRules } from "../python";
import { think } from "../thinking";
import { newPython } from "./setup";

let python: PyodideAPI, archive: ArrayBuffer;

const STEM = "contra_arrival_wins-1";

/** An archive like those of tools/worker: what is unlike Contra's library, compressed. */
const PACK = `
import io, pathlib, zipfile, eckstein
from compression import zstd
folder = pathlib.Path(eckstein.__file__).parent / "libraries"
usual = [(folder / f"contra.{ending}").read_bytes() for ending in ("json", "emscripten-wasm32.so")]
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("${STEM}.json", usual[0])
known = zstd.ZstdDict(b"".join(usual), is_raw=True).as_prefix
zstd.compress(packed.getvalue(), zstd_dict=known,
              options={zstd.CompressionParameter.checksum_flag: 1})
`;

beforeEach(async () => {
  python = await newPython();
  archive = python.runPython(PACK).toJs().slice().buffer;
}, 60_000);

/** What an engine says up to a line that begins so, when it is to think. */
function answer(beginning: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const engine = think(python, (line) => { if (line.startsWith(beginning)) resolve(line); }, reject);
    engine.hear("setoption name arrival_wins value true");
    engine.hear("go depth 3");
  });
}

test("a game that is not here is loaded, once", async () => {
  const asked: string[] = [];
  bringRules(python, { rules: { [STEM]: { bytes: 1, digest: "" } } }, (stem) => {
    asked.push(stem);
    return archive;
  });
  expect(await answer("bestmove")).toMatch(/^bestmove [a-g]\d[a-g]\d/);
  await answer("bestmove");
  expect(asked).toEqual([STEM]);
}, 30_000);

test("a game that cannot be loaded is refused in a sentence", async () => {
  bringRules(python, { rules: { [STEM]: { bytes: 1, digest: "" } } }, () => null);
  expect(await answer("info string error")).toContain("go online to load it");
}, 30_000);

test("a game that was packed for another version is refused in a sentence", async () => {
  new Uint8Array(archive)[archive.byteLength - 1]! ^= 1;
  bringRules(python, { rules: { [STEM]: { bytes: 1, digest: "" } } }, () => archive);
  expect(await answer("info string error")).toContain("belongs to another version of eckstein");
}, 30_000);

test("a game that nobody has made is refused in a sentence", async () => {
  bringRules(python, { rules: {} }, () => archive);
  expect(await answer("info string error")).toContain("there is no library for it");
}, 30_000);
