// The games that the worker keeps in this browser, in its database, as they are carried from one device to another.
import { CHANNEL, NAME } from "../../../worker/database";
import { answer, finished, opening } from "../browser/idb";

const STORES = ["games", "events"] as const;

/** What is stored of the worker's games; the page knows no more of it than whose it is. */
export interface Stored {
  games: { id: string }[];
  events: { game: string; seq: number }[];
}

/** All games that the worker keeps here. */
export async function gamesHere(): Promise<Stored> {
  const database = await existing();
  if (!database) return { games: [], events: [] };
  try {
    const reading = database.transaction(STORES);
    const [games, events] = await Promise.all(STORES.map((name) => answer(reading.objectStore(name).getAll())));
    return { games, events } as Stored;
  } finally {
    database.close();
  }
}

/**
 * Put games of a bundle into the worker's database, while the worker rests; a game that is there already
 * stays as it is. All are written, or none.
 */
export async function putGames(stored: Stored): Promise<void> {
  const database = await existing();
  if (!database) throw new Error("the worker has not made its database");
  try {
    const writing = database.transaction(STORES, "readwrite", { durability: "strict" });
    const there = new Set(await answer(writing.objectStore("games").getAllKeys()));
    for (const game of stored.games) if (!there.has(game.id)) writing.objectStore("games").add(game);
    for (const event of stored.events) if (!there.has(event.game)) writing.objectStore("events").add(event);
    await finished(writing);
  } finally {
    database.close();
  }
}

/** Delete a game of the worker, and let the workers of all tabs know that it is gone. */
export async function forgetGame(id: string): Promise<void> {
  const database = await existing();
  if (!database) return;
  try {
    const writing = database.transaction(STORES, "readwrite");
    writing.objectStore("games").delete(id);
    writing.objectStore("events").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    await finished(writing);
  } finally {
    database.close();
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage([id]);
  channel.close();
}

/** The worker's database, if there is one; opening it must not make one that the worker does not know. */
async function existing(): Promise<IDBDatabase | null> {
  let made = false;
  try {
    return await opening(NAME, undefined, (_fresh, request) => {
      made = true;
      request.transaction!.abort();
    }, () => {});
  } catch (error) {
    if (made) return null;
    throw error;
  }
}
