// Python in a worker: Pyodide, with Eckstein unpacked into its file system.
import type { PyodideAPI } from "pyodide";
import type { Contents } from "./messages";

const PLACE = "/eckstein";

/** Unpack the archive that `make web` has made, and let Python find it. */
export function unpack(python: PyodideAPI, archive: ArrayBuffer): void {
  python.unpackArchive(archive, "zip", { extractDir: PLACE });
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
}

/**
 * Let Python find the games under other options than the usual ones (`eckstein.kernel.ahead.bring`).
 *
 * @param load gives the file of such a game, or null.
 */
export function bringRules(python: PyodideAPI, { rules }: Pick<Contents, "rules">,
                           load: (stem: string) => ArrayBuffer | null): void {
  python.pyimport("eckstein.kernel.ahead").bring = (stem: string) => {
    if (!(stem in rules)) return "there is no library for it";
    const archive = load(stem);
    if (!archive) return "its library is not here yet and cannot be loaded; go online to load it";
    python.unpackArchive(archive, "zip", { extractDir: `${PLACE}/eckstein/libraries` });
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
    fetched(`${base}eckstein.zip`).then((answer) => answer.arrayBuffer()).then((loaded) => {
      arrived(["eckstein.zip"]);
      return loaded;
    }),
  ]);
  unpack(python, archive);
  bringRules(python, contents, (stem) => fetchedAtOnce(`${base}rules/${stem}.zip`));
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
