// Where studies are kept: in the page's own database in this browser, and for a reload in the tab.
//
// Several tabs write to it. Each writes what it made of a version that it has read; where another one is
// there by now, both are made one, in the same transaction.
import { contentOf, packedOf, type PackedStudy, type Shared } from "./chapters.svelte";
import { merged, type Clash } from "./merge";
import { answer, finished, opening } from "../browser/idb";

const NAME = "eckstein-page", STORE = "analyses";
/** On this channel all tabs are told which studies have been written or deleted. */
const CHANNEL = "eckstein studies";

/** An analysis that was kept: everything needed to open it again. */
export interface Kept {
  id: string;
  /** Counts how often it was written; missing where that was before it was counted. */
  version?: number;
  title: string;
  opening: PackedStudy;
  touched: number;
  /** Missing where nobody else writes it. */
  shared?: Shared;
}

/** What is kept now, and what two tabs have written in the same place. */
export interface Written { kept: Kept; clashes: Clash[] }

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= opening(NAME, 1, (fresh) => { fresh.createObjectStore(STORE, { keyPath: "id" }); }, () => { opened = null; });
  opened.catch(() => { opened = null; });
  return opened;
}

async function transaction(mode: IDBTransactionMode): Promise<[IDBTransaction, IDBObjectStore]> {
  const begun = (await database()).transaction(STORE, mode);
  return [begun, begun.objectStore(STORE)];
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

/** Hear which study another tab has written or deleted; gives what ends that. */
export function hearOfAnalyses(heard: (id: string) => void): () => void {
  const hear = ({ data }: MessageEvent) => heard(data as string);
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}

/** Hear of each study that is written or deleted, in this tab as well; gives what ends that. */
export function hearOfAllAnalyses(heard: () => void): () => void {
  if (!channel) return () => {};
  const own = new BroadcastChannel(CHANNEL);
  own.onmessage = heard;
  return () => own.close();
}

/** All studies that are kept; rejects where the browser has no database. */
export async function analyses(): Promise<Kept[]> {
  const [, store] = await transaction("readonly");
  return answer(store.getAll() as IDBRequest<Kept[]>);
}

/** A study that is kept. */
export async function analysis(id: string): Promise<Kept | undefined> {
  const [, store] = await transaction("readonly");
  return answer(store.get(id) as IDBRequest<Kept | undefined>);
}

/** The number of a version; those who wrote before there were numbers wrote the first. */
export function versionOf(kept: Pick<Kept, "version"> | null | undefined): number {
  return kept?.version ?? 0;
}

/**
 * Keep a study for good; rejects where there is no room for it.
 *
 * @param fresh what is to be kept
 * @param base the version that it was made from; null if it is new
 * @returns what is kept by now, or null if another tab has deleted it
 */
export async function keepAnalysis(fresh: Kept, base: Kept | null): Promise<Written | null> {
  const [writing, store] = await transaction("readwrite");
  const there = await answer(store.get(fresh.id) as IDBRequest<Kept | undefined>);
  if (base && !there) return null;
  const shared = fresh.shared ?? there?.shared;
  let written: Written = { kept: { ...fresh, version: versionOf(there) + 1, ...(shared && { shared }) }, clashes: [] };
  if (there && (!base || versionOf(there) !== versionOf(base))) {
    const { content, clashes } = merged(base && contentOf(base.opening), contentOf(fresh.opening), contentOf(there.opening));
    written = { kept: { ...written.kept, opening: packedOf(content) }, clashes };
  }
  store.put(written.kept);
  await finished(writing);
  channel?.postMessage(fresh.id);
  return written;
}

export async function forgetAnalysis(id: string): Promise<void> {
  const [writing, store] = await transaction("readwrite");
  store.delete(id);
  await finished(writing);
  channel?.postMessage(id);
}

/** Under which name a tab has its study. */
const KEPT = "eckstein.study";

/** A study as a tab remembers it for a reload. */
export interface Remembered extends PackedStudy {
  /** The version on disk that it was made from; missing if there was none. */
  version?: number;
  /** Whether something in it was not on disk yet. */
  unsaved?: boolean;
}

/** The analysis of this tab as it was left, also where the browser has no room for it. */
let left: Remembered | null = null;

/** The analysis of this tab, for a reload. */
export function recallStudy(): Remembered | null {
  try {
    return left ?? JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Remembered | null;
  } catch {
    return null;
  }
}

export function rememberStudy(study: Remembered): void {
  left = study;
  try {
    // Where there is no room, nothing is lost but the way back after a reload.
    sessionStorage.removeItem(KEPT);
    sessionStorage.setItem(KEPT, JSON.stringify(study));
  } catch {
    return;
  }
}
