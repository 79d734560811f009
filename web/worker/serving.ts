// The server in this worker: what the page says is handed to Python, and what Python says to the page.
import type { PyodideAPI } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import type { Database } from "./database";
import type { FromHouse, FromPage } from "./messages";

/** What Python gives (`eckstein.browser.asgi.Carrier`). */
interface Carrier extends PyProxy {
  fetch(n: number, method: string, path: string, headers: string, body: string | undefined): void;
  open(s: number): void;
  send(s: number, text: string): void;
  close(s: number): void;
}

export type Say = (message: FromHouse, transfer?: Transferable[]) => void;

/** What Python is given (`eckstein.browser.house.Surroundings`). */
function surroundings(say: Say) {
  return {
    answer(n: number, status: number, headers: string, body: PyProxy) {
      const bytes: Uint8Array<ArrayBuffer> = body.toJs();
      const whole = bytes.slice().buffer;
      say({ k: "answer", n, status, headers: JSON.parse(headers), body: whole }, [whole]);
    },
    opened: (s: number) => say({ k: "opened", s }),
    text: (s: number, text: string) => say({ k: "text", s, text }),
    closed: (s: number, code: number) => say({ k: "closed", s, code }),
    kept: (why: string) => say({ k: "kept", why }),
  };
}

/** What Python is given to keep games in (`eckstein.browser.store.Database`). */
function storage(database: Database) {
  return {
    write: (batch: string) => database.write(batch),
    events: (game: string) => database.events(game),
    games: () => database.games(),
    settings: () => database.settings(),
    listen(heard: PyCallable) {
      const kept = heard.copy() as PyCallable;  // else it is gone when this returns
      database.listen((games) => kept(games));
    },
  };
}

/**
 * Start the server.
 *
 * @param python with Eckstein unpacked.
 * @param startEngine a function of Python that starts an engine.
 * @returns what hears the page.
 */
export async function serve(python: PyodideAPI, database: Database, startEngine: PyProxy,
                            say: Say): Promise<(message: FromPage) => void> {
  const house = python.pyimport("eckstein.browser.house");
  const carrier: Carrier = await house.start(surroundings(say), storage(database), startEngine);
  return (message) => {
    switch (message.k) {
      case "fetch":
        return carrier.fetch(message.n, message.method, message.path,
          JSON.stringify(message.headers), message.body);
      case "open": return carrier.open(message.s);
      case "send": return carrier.send(message.s, message.text);
      case "close": return carrier.close(message.s);
    }
  };
}
