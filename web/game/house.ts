// The worker that thinks for all boards of a page: one for each folder that it is loaded from.
import { Connection } from "../app/src/net/connection";
import { House } from "../app/src/net/house";
import { Outbox } from "../app/src/net/outbox";
import { spawn } from "../worker/spawn";

/** A worker, and the line to it. */
export interface Home {
  house: House;
  line: Connection;
  /** Those who are told how much of the worker is loaded, from 0 to 1. */
  loading: Set<(part: number) => void>;
}

const homes = new Map<string, Home>();

/** The home for a folder of the worker's files; made when it is first asked for. */
export function homeAt(folder: string): Home {
  const base = new URL(folder.endsWith("/") ? folder : `${folder}/`, location.href).href;
  let home = homes.get(base);
  if (!home) {
    // What is played on other people's pages is not kept, and may come from any version.
    const house = new House(base, null, () => spawn(`${base}house.js`), false);
    const line = new Connection(house, new Outbox(null));
    line.connect();
    const loading: Home["loading"] = new Set();
    house.onprogress = (part) => { for (const told of loading) told(part); };
    homes.set(base, home = { house, line, loading });
  }
  return home;
}
