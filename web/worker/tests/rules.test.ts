// @vitest-environment node
// Games under other options come to Python when it asks for them. Here Contra stands for such a game.
import type { PyodideAPI } from "pyodide";
import { beforeEach, expect, test } from "vitest";
import { bringRules } from "../python";
import { think } from "../thinking";
import { newPython } from "./setup";

let python: PyodideAPI, archive: ArrayBuffer;

/** Take Contra's library out of Python's files, into an archive. */
const TAKE = `
import pathlib, shutil, eckstein
folder, packed = pathlib.Path(eckstein.__file__).parent / "libraries", pathlib.Path("/packed")
packed.mkdir()
for path in folder.glob("contra.*"):
    shutil.move(path, packed / path.name)
pathlib.Path(shutil.make_archive("/contra", "zip", packed)).read_bytes()
`;

beforeEach(async () => {
  python = await newPython();
  archive = python.runPython(TAKE).toJs().slice().buffer;
}, 60_000);

/** What an engine says up to a line that begins so, when it is to think. */
function answer(beginning: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const engine = think(python, (line) => { if (line.startsWith(beginning)) resolve(line); }, reject);
    engine.hear("go depth 3");
  });
}

test("a game that is not here is loaded, once", async () => {
  const asked: string[] = [];
  bringRules(python, { rules: { contra: { bytes: 1, digest: "" } } }, (stem) => {
    asked.push(stem);
    return archive;
  });
  expect(await answer("bestmove")).toMatch(/^bestmove [a-g]\d[a-g]\d/);
  await answer("bestmove");
  expect(asked).toEqual(["contra"]);
}, 30_000);

test("a game that cannot be loaded is refused in a sentence", async () => {
  bringRules(python, { rules: { contra: { bytes: 1, digest: "" } } }, () => null);
  expect(await answer("info string error")).toContain("go online to load it");
}, 30_000);

test("a game that nobody has made is refused in a sentence", async () => {
  bringRules(python, { rules: {} }, () => archive);
  expect(await answer("info string error")).toContain("there is no library for it");
}, 30_000);
