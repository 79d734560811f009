// @vitest-environment node
// The net of a game comes to Python when an engine first needs it, and is named in what the engine tells.
import type { PyodideAPI } from "pyodide";
import { beforeEach, expect, test } from "vitest";
import { bringNets } from "../python";
import { think } from "../thinking";
import { newPython } from "./setup";

let python: PyodideAPI, archive: ArrayBuffer;

/** An archive like those of tools/worker, of a net whose weights are all 0. */
const PACK = `
import pathlib, tempfile, zipfile, io
from compression import zstd
from eckstein.engine.nets import Header, write_net
from eckstein.engine.nets.net_file import network_of
from eckstein.kernel.options import defaults, own_values
own = own_values(defaults("contra"))
path = pathlib.Path(tempfile.mkdtemp(), "contra.net")
write_net(path, Header.now("contra", own, "by hand"), bytes(64 * (network_of("contra", own).INPUTS + 3)))
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    archive.writestr("contra.net", path.read_bytes())
zstd.compress(packed.getvalue())
`;

beforeEach(async () => {
  python = await newPython();
  archive = python.runPython(PACK).toJs().slice().buffer;
}, 60_000);

/** All that an engine says until its move. */
function said(...commands: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const engine = think(python, (line) => {
      lines.push(line);
      if (line.startsWith("bestmove")) resolve(lines);
    }, reject);
    for (const command of [...commands, "go depth 3"]) engine.hear(command);
  });
}

test("a net is loaded when it is needed, once, and tells what positions are worth", async () => {
  const asked: string[] = [];
  bringNets(python, { nets: { contra: { bytes: 1, digest: "" } } }, (game) => {
    asked.push(game);
    return archive;
  });
  await said("setoption name Level value 5");
  await said("setoption name UCI_Variant value pur");
  expect(asked).toEqual([]);
  const infos = (await said()).filter((line) => line.startsWith("info depth"));
  expect(infos.at(-1)).toMatch(/ score cp 0 .* net [0-9a-f]{8} pv /);
  await said();
  expect(asked).toEqual(["contra"]);
}, 60_000);

test("a net that cannot be loaded is told of, and the weights play", async () => {
  bringNets(python, { nets: { contra: { bytes: 1, digest: "" } } }, () => null);
  const lines = await said();
  expect(lines[0]).toMatch(/^info string no net is used: .*go online to load it/);
  expect(lines.at(-1)).toMatch(/^bestmove [a-g]\d[a-g]\d/);
}, 60_000);
