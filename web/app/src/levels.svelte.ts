// The games with their options and the ten levels, as the server tells them, or the worker.
import { catalogue } from "./net/api";
import type { Place } from "./net/place";
import type { Catalogue, Level } from "../../wire/types";
import { t } from "./words";

class Known {
  told: Catalogue | null = $state.raw(null);
}

const known = new Known();
let teller: unknown = null;

/** What is known of the games; null until somebody has told. */
export function told(): Catalogue | null {
  return known.told;
}

/** Ask a place, if it has not told yet; the page works without, with plainer words. */
export async function learnCatalogue(place: Pick<Place, "ask">): Promise<void> {
  if (teller === place) return;
  try {
    known.told = await catalogue(place);
    teller = place;
  } catch {
    setTimeout(() => void learnCatalogue(place), 3000);
  }
}

/** A level in the language that is set. */
export function levelOf(number: number): Level {
  const here = t().levels?.[number - 1];
  const there = known.told?.levels.find((level) => level.level === number);
  return { level: number, name: here?.name ?? there?.name ?? t().play.level(number), says: here?.says ?? there?.says ?? "" };
}
