// Which address leads to which page: by the one table that the app, its service worker and the server read. Its
// names are the folders of the pages.
import PAGES from "../../../../src/eckstein/wire/pages.json";

/** How the service worker is asked for where the app lies in a folder of files. */
export const IN_FOLDER = "?folder";

/** A path of the table, its page, and what stands for the names in it. */
export interface Found { path: string; page: string; parts: Record<string, string> }

/** The page that a path leads to; null if there is none. */
export function pageAt(asked: string): Found | null {
  const given = partsOf(asked);
  for (const [path, page] of Object.entries(PAGES)) {
    const names = partsOf(path);
    if (names.length !== given.length || !names.every((name, at) => isName(name) || name === given[at])) continue;
    const parts = names.flatMap((name, at) => (isName(name) ? [[name.slice(1, -1), given[at]!]] : []));
    return { path, page, parts: Object.fromEntries(parts) as Record<string, string> };
  }
  return null;
}

const partsOf = (path: string): string[] => path.split("/").filter(Boolean);
const isName = (part: string): boolean => part.startsWith("{");
