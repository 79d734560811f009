// Python in a worker: Pyodide, with Eckstein unpacked into its file system.
import type { PyodideAPI } from "pyodide";
import type { PyCallable } from "pyodide/ffi";
import type { Contents } from "./messages";

const PLACE = "/eckstein";
const LIBRARIES = `${PLACE}/eckstein/libraries`;
const NETS = `${PLACE}/eckstein/engine/nets`;
/** How the names of archives end; `make web` makes them (tools/worker). */
const PACKED = ".zip.zst";
export const ARCHIVE = `eckstein${PACKED}`;
const TAKE = `
def take(archive, folder, like):
    import io, pathlib, zipfile
    from compression import zstd
    known = b"".join(pathlib.Path(path).read_bytes() for path in like)
    data = zstd.decompress(archive.to_bytes(),
                           zstd_dict=zstd.ZstdDict(known, is_raw=True).as_prefix if known else None)
    zipfile.ZipFile(io.BytesIO(data)).extractall(folder)
take
`;

/** Unpack an archive into a folder; what was packed as a difference needs the files that it differs from. */
function take(python: PyodideAPI, archive: ArrayBuffer, folder: string, like: string[] = []): void {
  const taken: PyCallable = python.runPython(TAKE);
  taken(new Uint8Array(archive), folder, like);
  taken.destroy();
}

/** Unpack Eckstein and what it needs, and let Python find it. */
export function unpack(python: PyodideAPI, archive: ArrayBuffer): void {
  take(python, archive, PLACE);
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
}

/**
 * Let Python find the games under other options than the usual ones (`eckstein.kernel.binding.bring`).
 *
 * @param load gives the file of such a game, or null.
 */
export function bringRules(python: PyodideAPI, { rules }: Pick<Contents, "rules">,
                           load: (stem: string) => ArrayBuffer | null): void {
  python.pyimport("eckstein.kernel.binding").bring = (stem: string) => {
    if (!(stem in rules)) return "there is no library for it";
    const archive = load(stem);
    if (!archive) return "its library is not here yet and cannot be loaded; go online to load it";
    const usual = `${LIBRARIES}/${stem.split("_")[0]}`;
    try {
      take(python, archive, LIBRARIES, [`${usual}.json`, `${usual}.emscripten-wasm32.so`]);
    } catch {
      return "its library belongs to another version of eckstein; reload this page";
    }
    return "";
  };
}

/**
 * Let engines find the nets of games (`eckstein.engine.nets.finding.bring`).
 *
 * @param load gives the file of a game's net, or null.
 */
export function bringNets(python: PyodideAPI, { nets }: Pick<Contents, "nets">,
                          load: (game: string) => ArrayBuffer | null): void {
  python.pyimport("eckstein.engine.nets.finding").bring = (game: string) => {
    if (!(game in nets)) return "";
    const archive = load(game);
    if (!archive) return "the net of this game is not here yet and cannot be loaded; go online to load it";
    take(python, archive, NETS);
    return "";
  };
}

/** A file, or null if it cannot be loaded. Python asks while it imports, and then nothing can be awaited. */
function fetchedAtOnce(url: string): ArrayBuffer | null {
  const asking = new XMLHttpRequest();
  asking.open("GET", url, false);
  asking.responseType = "arraybuffer";
  try {
    asking.send();
  } catch {
    return null;
  }
  return asking.status === 200 ? asking.response as ArrayBuffer : null;
}

/**
 * Load Python from a folder.
 *
 * @param base its absolute URL.
 * @param progress is told how many bytes of how many are there.
 * @param given its interpreter, if another worker has compiled it: then this one need not hold its bytes.
 * @returns Python, and its interpreter.
 */
export async function loadPython(base: string, contents: Contents,
                                 progress: (done: number, total: number) => void,
                                 given?: WebAssembly.Module
): Promise<{ python: PyodideAPI; interpreter: WebAssembly.Module | undefined }> {
  const bytes = (name: string) => contents.files[name]?.bytes ?? 0;
  const total = Object.keys(contents.files).reduce((sum, name) => sum + bytes(name), 0);
  let done = 0;
  const arrived = (names: string[]) => progress(done += names.reduce((sum, n) => sum + bytes(n), 0),
    total);
  const { loadPyodide }: typeof import("pyodide") =
    await import(/* @vite-ignore */ `${base}pyodide/pyodide.mjs`);
  let interpreter = given;
  const [python, archive] = await Promise.all([
    compilingOnce(() => loadPyodide({ indexURL: `${base}pyodide/` }), async (response) =>
      interpreter ??= await compiled(response)).then((loaded) => {
      arrived(Object.keys(contents.files).filter((name) => name.startsWith("pyodide/")));
      return loaded;
    }),
    fetched(`${base}${ARCHIVE}`).then((answer) => answer.arrayBuffer()).then((loaded) => {
      arrived([ARCHIVE]);
      return loaded;
    }),
  ]);
  unpack(python, archive);
  bringRules(python, contents, (stem) => fetchedAtOnce(`${base}rules/${stem}${PACKED}`));
  bringNets(python, contents, (game) => fetchedAtOnce(`${base}nets/${game}${PACKED}`));
  return { python, interpreter };
}

/** Let Pyodide, which always compiles its interpreter, take what `compile` makes of the file. */
async function compilingOnce<T>(load: () => Promise<T>,
                                compile: (file: Response) => Promise<WebAssembly.Module>): Promise<T> {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (response, imports) => {
    const file = await response, module = await compile(file);
    if (!file.bodyUsed) void file.body?.cancel();
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    return await load();
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** A module, also from a host that does not say that its file is WebAssembly. */
async function compiled(file: Response): Promise<WebAssembly.Module> {
  if (!file.ok) throw new Error(`${file.url} cannot be loaded (status ${file.status})`);
  return file.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}

/** A file that has to be there. */
export async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be loaded (status ${answer.status})`);
  return answer;
}
