// Everything that this browser keeps, as one file: to be kept elsewhere, or carried to another device.
import { openDB, type IDBPDatabase } from "idb";
import type { Kept, Known } from "../state/library.svelte";

/** The database in which the worker keeps the games of this browser. */
const GAMES = "eckstein";
const FORMAT = 1;

/** A record of a database, with its key; bytes are told as base64. */
interface Row { key: IDBValidKey; value: unknown }

export interface Bundle {
  /** Says what kind of file it is. */
  eckstein: "kept";
  format: number;
  saved: string;
  known: Known[];
  analyses: Kept[];
  settings: unknown;
  learned: string[];
  /** The games of the worker, by object store. */
  games: Record<string, Row[]>;
}

/** The text of a file as a bundle; null if it is none, or one of a later version. */
export function readBundle(text: string): Bundle | null {
  try {
    const told = JSON.parse(text) as Partial<Bundle> | null;
    const whole = told?.eckstein === "kept" && told.format === FORMAT && Array.isArray(told.known) && Array.isArray(told.analyses);
    return whole ? told as Bundle : null;
  } catch {
    return null;
  }
}

export function newBundle(parts: Pick<Bundle, "known" | "analyses" | "settings" | "learned" | "games">): Bundle {
  return { eckstein: "kept", format: FORMAT, saved: new Date().toISOString(), ...parts };
}

/** All games that the worker keeps here. */
export async function gamesHere(): Promise<Bundle["games"]> {
  const database = await existing();
  if (!database) return {};
  try {
    const found: Bundle["games"] = {};
    for (const store of database.objectStoreNames) {
      const rows: Row[] = [];
      const reading = database.transaction(store);
      for (let at = await reading.store.openCursor(); at; at = await at.continue())
        rows.push({ key: at.key, value: packed(at.value) });
      found[store] = rows;
    }
    return found;
  } finally {
    database.close();
  }
}

/**
 * Put games of a bundle into the worker's database, which must rest meanwhile; records that are there
 * already stay as they are. All are written, or none.
 */
export async function putGames(games: Bundle["games"]): Promise<void> {
  const database = await existing();
  if (!database) throw new Error("the worker has not made its database");
  try {
    const stores = Object.keys(games).filter((store) => database.objectStoreNames.contains(store));
    if (!stores.length) return;
    const writing = database.transaction(stores, "readwrite", { durability: "strict" });
    for (const name of stores) {
      const store = writing.objectStore(name);
      for (const { key, value } of games[name]!) {
        if (await store.getKey(key) !== undefined) continue;
        await (store.keyPath === null ? store.put(unpacked(value), key) : store.put(unpacked(value)));
      }
    }
    await writing.done;
  } finally {
    database.close();
  }
}

/** The worker's database, if there is one; opening it must not make one that the worker does not know. */
async function existing(): Promise<IDBPDatabase | null> {
  let made = false;
  try {
    return await openDB(GAMES, undefined, {
      upgrade: (_database, _old, _new, transaction) => { made = true; transaction.abort(); },
      blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
    });
  } catch (error) {
    if (made) return null;
    throw error;
  }
}

const BYTES = "$bytes";

/** A value as JSON can tell it. */
function packed(value: unknown): unknown {
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  if (bytes instanceof Uint8Array) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { [BYTES]: btoa(text) };
  }
  if (Array.isArray(value)) return value.map(packed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, packed(part)]));
}

function unpacked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpacked);
  if (value === null || typeof value !== "object") return value;
  if (BYTES in value) return Uint8Array.from(atob(String(value[BYTES])), (letter) => letter.charCodeAt(0));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unpacked(part)]));
}
