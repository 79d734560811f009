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
 * Load Python from a folder.
 *
 * @param base its absolute URL.
 * @param progress is told how many bytes of how many are there.
 */
export async function loadPython(base: string, contents: Contents,
                                 progress: (done: number, total: number) => void
): Promise<PyodideAPI> {
  const bytes = (name: string) => contents.files[name]?.bytes ?? 0;
  const total = Object.keys(contents.files).reduce((sum, name) => sum + bytes(name), 0);
  let done = 0;
  const arrived = (names: string[]) => progress(done += names.reduce((sum, n) => sum + bytes(n), 0),
    total);
  const { loadPyodide }: typeof import("pyodide") =
    await import(/* @vite-ignore */ `${base}pyodide/pyodide.mjs`);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: `${base}pyodide/` }).then((loaded) => {
      arrived(Object.keys(contents.files).filter((name) => name.startsWith("pyodide/")));
      return loaded;
    }),
    fetched(`${base}eckstein.zip`).then((answer) => answer.arrayBuffer()).then((loaded) => {
      arrived(["eckstein.zip"]);
      return loaded;
    }),
  ]);
  unpack(python, archive);
  return python;
}

/** A file that has to be there. */
export async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be loaded (status ${answer.status})`);
  return answer;
}
