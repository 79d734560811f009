// The page's own database in this browser, for what may grow large: analyses that are kept.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Kept } from "../state/library.svelte";

const NAME = "eckstein-page";

interface Shape extends DBSchema {
  analyses: { key: string; value: Kept };
}

let opened: Promise<IDBPDatabase<Shape>> | null = null;

function database(): Promise<IDBPDatabase<Shape>> {
  opened ??= openDB<Shape>(NAME, 1, {
    upgrade: (fresh) => { fresh.createObjectStore("analyses", { keyPath: "id" }); },
    // Another tab has a newer page, and must not wait for this one.
    blocking: (_old, _new, event) => { (event.target as IDBDatabase).close(); opened = null; },
    terminated: () => { opened = null; },
  });
  opened.catch(() => { opened = null; });
  return opened;
}

/** All analyses that are kept; rejects where the browser has no database. */
export async function analyses(): Promise<Kept[]> {
  return (await database()).getAll("analyses");
}

/** Keep an analysis for good; rejects where there is no room for it. */
export async function keepAnalysis(kept: Kept): Promise<void> {
  await (await database()).put("analyses", kept);
}

export async function forgetAnalysis(id: string): Promise<void> {
  await (await database()).delete("analyses", id);
}
