// The worker that thinks for all boards of a page: one for each folder that it is loaded from.
import { Connection } from "../app/src/net/connection";
import { House } from "../app/src/net/house";
import { Outbox } from "../app/src/net/outbox";

/** A worker, and the line to it. */
export interface Home {
  house: House;
  line: Connection;
}

const homes = new Map<string, Home>();

/** The home for a folder of the worker's files; made when it is first asked for. */
export function homeAt(folder: string): Home {
  const base = new URL(folder.endsWith("/") ? folder : `${folder}/`, location.href).href;
  let home = homes.get(base);
  if (!home) {
    // What is played on other people's pages is not kept, and may come from any version.
    const house = new House(base, null, () => workerFrom(`${base}house.js`), false);
    const line = new Connection(house, new Outbox(null));
    line.connect();
    homes.set(base, home = { house, line });
  }
  return home;
}

/** A worker whose script may lie on another site, if that site allows it (CORS). */
function workerFrom(url: string): Worker {
  if (new URL(url).origin === location.origin) return new Worker(url, { type: "module" });
  const script = new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  try {
    return new Worker(address, { type: "module" });
  } finally {
    URL.revokeObjectURL(address);
  }
}
