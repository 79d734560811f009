// The games with their options and the ten levels, as the server tells them.
import { catalogue } from "./net/api";
import type { Catalogue, Level } from "../../wire/types";
import { t } from "./words";

class Known {
  told: Catalogue | null = $state.raw(null);
}

const known = new Known();

/** What the server knows; null until it has told. */
export function told(): Catalogue | null {
  return known.told;
}

/** Ask, if that is not done yet; the page works without, with plainer words. */
export async function learnCatalogue(): Promise<void> {
  if (known.told) return;
  try {
    known.told = await catalogue();
  } catch {
    setTimeout(() => void learnCatalogue(), 3000);
  }
}

/** A level in the language that is set. */
export function levelOf(number: number): Level {
  const here = t().levels?.[number - 1];
  const there = known.told?.levels.find((level) => level.level === number);
  return { level: number, name: here?.name ?? there?.name ?? t().play.level(number), says: here?.says ?? there?.says ?? "" };
}
