// Games in IndexedDB. What `write` has answered with "" is on disk after any crash.
//
// Events are rows that are only ever added: a row that is there already, or another one for the same
// command, is a conflict, and then nothing of the batch is written.  So is an event of a game that is
// not there, since a page has forgotten it.

export const NAME = "eckstein";
/** On this channel all tabs are told in which games something has been written, or which are gone. */
export const CHANNEL = "eckstein games";
const VERSION = 1;
const CONFLICT = "conflict";

interface Row { game: string; seq: number; actor: string; command: string; text: string }

interface Game { id: string; over: boolean; tended: boolean }

interface Batch {
  events: Row[];
  games: Game[];
  over: string[];
  settings: [string, string][];
  notes: [string, string][];
}

export class Database {
  private constructor(private readonly database: IDBDatabase | null, private why: string,
                      private readonly channel: BroadcastChannel | null) {
    if (database === null) return;
    database.onversionchange = () => {          // another tab waits for this one to let go
      this.why = "a newer Eckstein has been opened in another tab; reload this page to go on";
      database.close();
    };
    database.onclose = () => {
      this.why = "the browser has deleted the data of this page; reload it to go on";
    };
  }

  /** The database, or one that says why it takes nothing. */
  static async open(factory: IDBFactory | undefined): Promise<Database> {
    const channel = typeof BroadcastChannel === "undefined" ? null
      : new BroadcastChannel(CHANNEL);
    try {
      if (factory === undefined) throw new DOMException("there is none", "NotFoundError");
      return new Database(await opened(factory), "", channel);
    } catch (error) {
      return new Database(null, sentence(error), channel);
    }
  }

  /** Write a batch in one step: "", "conflict", or a sentence why it is not written. */
  async write(text: string): Promise<string> {
    if (this.database === null || this.why) return this.why;
    const batch: Batch = JSON.parse(text);
    let refused: string;
    try {
      refused = await this.commit(this.database, batch);
    } catch (error) {
      refused = sentence(error);
    }
    if (!refused && batch.events.length) {
      this.channel?.postMessage([...new Set(batch.events.map((event) => event.game))]);
    }
    return refused;
  }

  private commit(database: IDBDatabase, batch: Batch): Promise<string> {
    // The browser may keep what is no move to itself for a moment.
    const durability = batch.events.length ? "strict" : "relaxed";
    const transaction = database.transaction(["events", "games", "settings"], "readwrite",
      { durability });
    const [events, games, settings] = ["events", "games", "settings"]
      .map((name) => transaction.objectStore(name)) as [IDBObjectStore, IDBObjectStore, IDBObjectStore];
    for (const row of batch.games) games.add(row);
    for (const row of batch.events) events.add(row);
    let forgotten = false;
    for (const id of new Set(batch.events.map((row) => row.game))) {
      const found = games.getKey(id);
      found.onsuccess = () => {
        if (found.result !== undefined || forgotten) return;
        forgotten = true;
        transaction.abort();
      };
    }
    for (const id of batch.over) {
      const found = games.get(id);
      found.onsuccess = () => found.result && games.put({ ...found.result, over: true });
    }
    for (const [name, value] of batch.notes) settings.add(value, name);
    for (const [name, value] of batch.settings) settings.put(value, name);
    return new Promise((resolve) => {
      transaction.oncomplete = () => resolve("");
      transaction.onabort = () => resolve(forgotten || transaction.error?.name === "ConstraintError"
        ? CONFLICT : sentence(transaction.error));
    });
  }

  /** A game's rows in their order, as JSON. */
  async events(game: string): Promise<string> {
    return this.read("events", "[]",
      (store) => store.getAll(IDBKeyRange.bound([game, 0], [game, Infinity])));
  }

  /** All games, as JSON. */
  async games(): Promise<string> {
    return this.read("games", "[]", (store) => store.getAll());
  }

  /** All settings, as an object of JSON. */
  async settings(): Promise<string> {
    if (this.database === null) return "{}";
    try {
      const store = this.database.transaction("settings").objectStore("settings");
      const [names, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      return JSON.stringify(Object.fromEntries(names.map((name, index) => [name, values[index]])));
    } catch (error) {
      return sentence(error);
    }
  }

  private async read(name: string, nothing: string,
                     ask: (store: IDBObjectStore) => IDBRequest<unknown[]>): Promise<string> {
    if (this.database === null) return nothing;
    try {
      return JSON.stringify(await done(ask(this.database.transaction(name).objectStore(name))));
    } catch (error) {
      return sentence(error);
    }
  }

  /** Tell which games other tabs have written to, as JSON. */
  listen(heard: (games: string) => void): void {
    if (this.channel !== null) {
      this.channel.onmessage = (event) => heard(JSON.stringify(event.data));
    }
  }
}

function opened(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      const events = database.createObjectStore("events", { keyPath: ["game", "seq"] });
      events.createIndex("once", ["game", "actor", "command"], { unique: true });
      database.createObjectStore("games", { keyPath: "id" });
      database.createObjectStore("settings");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException("", "BlockedError"));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const SENTENCES: Record<string, string> = {
  QuotaExceededError: "the browser has no more space for games; delete some data of sites, or "
    + "export what you want to keep",
  BlockedError: "another tab has an older Eckstein open; close it and reload this page",
  VersionError: "this page is older than the games in this browser; reload it",
  NotFoundError: "this browser keeps nothing for pages",
};

/** What a person should know of an error of the database. */
function sentence(error: unknown): string {
  const { name, message } = error instanceof Error || error instanceof DOMException
    ? error : { name: "", message: "" };
  return SENTENCES[name]
    ?? `the browser's database cannot be used${message ? ` (${message})` : ""}`;
}
