// The games with their options and the ten levels, as the server tells them, or the worker.
import { HAS_SERVER } from "../browser/build";
import { catalogue } from "../net/api";
import type { Place } from "../net/place";
import { recall, remember } from "../browser/storage";
import type { Catalogue, Level, Options } from "../../../wire/types";
import { fill, levelWords, t } from "./index.svelte";

class Known {
  told: Catalogue | null = $state.raw(null);
  /** The parts that the server runs; the worker's are another's. */
  parts: readonly string[] | null = $state.raw(null);
}

const LEVELS = "levels told";
const AGAIN = 3000; // milliseconds
const known = new Known();
/** What was told the last time, until somebody tells it anew. */
const before = recall<Level[]>(LEVELS, []);
let teller: unknown = null;

/** What is known of the games; null until somebody has told. */
export function told(): Catalogue | null {
  return known.told;
}

/** Whether a part of the server is closed; until the server has told, none is. */
export function closed(part: string): boolean {
  return known.parts?.includes(part) === false;
}

/** Whether there is a server, with this part. */
export function runs(part: string): boolean {
  return HAS_SERVER && !closed(part);
}

/** Ask a place, if it has not told yet; the page works without, with plainer words. */
export async function learnCatalogue(place: Pick<Place, "ask">, here = false): Promise<void> {
  if (teller !== place) await learn(place, here);
}

/** Ask, and again as long as games are being compiled. */
async function learn(place: Pick<Place, "ask">, here: boolean): Promise<void> {
  try {
    known.told = await catalogue(place);
    teller = place;
    if (!here) known.parts = known.told.parts;
    remember(LEVELS, known.told.levels);
    if (Object.keys(known.told.preparing).length) setTimeout(() => { if (teller === place) void learn(place, here); }, AGAIN);
  } catch {
    setTimeout(() => void learnCatalogue(place, here), AGAIN);
  }
}

/** Which levels of a game wait until it is compiled, as a sentence; empty if none does. */
export function preparing(game: string): string {
  const seconds = known.told?.preparing[game];
  return seconds === undefined ? "" : fill(t().newGame.preparing, { level: known.told!.quick + 1, seconds });
}

/** Those of the options that are not as usual. Values may be texts, as those from addresses and forms are. */
export function departures(game: string, options: Options = {}): Options {
  const usual = known.told?.games[game]?.options ?? [];
  return Object.fromEntries(Object.entries(options).filter(([name, value]) =>
    usual.some((option) => option.name === name && String(option.values[0]) !== String(value))));
}

/** A level in the language that is set. */
export function levelOf(number: number): Level {
  const there = (known.told?.levels ?? before).find((level) => level.level === number);
  return { level: number, name: there ? levelWords(there.name) : fill(t().play.level, { level: number }), says: there ? levelWords(there.says) : "" };
}

/** The level whose rating is nearest, with its number; null where none is rated. */
export function levelNear(game: string, points: number): number | null {
  const anchors = known.told?.games[game]?.anchors ?? [];
  if (!anchors.length) return null;
  const far = anchors.map((anchor) => Math.abs(anchor - points));
  return far.indexOf(Math.min(...far)) + 1;
}
