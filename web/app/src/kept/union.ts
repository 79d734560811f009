// What two devices of an account keep, made one. What was the same the last time tells who has changed what;
// nothing that only one of them has is lost.
import { contentOf, packedOf } from "../study/chapters.svelte";
import { merged } from "../study/merge";
import type { Chosen } from "../browser/settings.svelte";
import type { Kept } from "../study/shelf";
import type { Bundle } from "./bundle";
import { allOf } from "./deck.svelte";
import { later } from "./path.svelte";
import { best } from "./trained.svelte";

/** So many letters the server keeps for an account. */
export const ROOM = 900_000;
/** So many games are remembered for all devices. */
const GAMES = 400;

/** What was shared the last time: the text, and the settings that were chosen on this device then. */
export interface Before {
  shared: Bundle;
  settings: Chosen;
}

/** Whether two things say the same, whatever the order of their fields. */
export function alike(one: unknown, other: unknown): boolean {
  return steady(one) === steady(other);
}

function steady(thing: unknown): string {
  return JSON.stringify(thing, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)) : value);
}

/** The settings in which one differs from what was before. */
function changes(now: Chosen, before: Chosen): Chosen {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name as keyof Chosen]));
}

/** The settings that another device has changed since the last time, and this one has not. */
export function settingsElsewhere(theirs: Chosen, ours: Chosen, before: Before): Chosen {
  const here = changes(ours, before.settings);
  return Object.fromEntries(Object.entries(changes(theirs, before.shared.settings)).filter(([name]) => !(name in here)));
}

/**
 * An analysis that two devices have, made one.
 *
 * @param before as it was the last time, if that is known
 * @returns null if ours stays as it is
 */
export function together(ours: Kept, theirs: Kept, before: Kept | undefined): Kept | null {
  if (alike(ours.opening, theirs.opening) || (before && alike(theirs.opening, before.opening))) return null;
  const newest = theirs.touched > ours.touched ? theirs : ours;
  const opening = before && alike(ours.opening, before.opening) ? theirs.opening
    : packedOf(merged(before ? contentOf(before.opening) : null, contentOf(ours.opening), contentOf(theirs.opening)).content);
  return { ...ours, title: newest.title, touched: newest.touched, opening };
}

/** What is to be shared: all that was, and all that this device has added or changed. */
export function union(shared: Bundle | null, own: Bundle, before: Before | null): Bundle {
  const fresh = { ...own, known: own.known.filter(({ here }) => !here), stored: { games: [], events: [] } };
  const known = new Map([...shared?.known ?? [], ...fresh.known].map((game) => [game.id, game]));
  const analyses = new Map((shared?.analyses ?? []).map((kept) => [kept.id, kept]));
  for (const kept of own.analyses)
    if (!alike(kept.opening, analyses.get(kept.id)?.opening)) analyses.set(kept.id, kept);
  const settings = shared && before ? { ...shared.settings, ...changes(own.settings, before.settings) } : { ...own.settings, ...shared?.settings };
  return {
    ...shared, ...fresh, settings, learned: [...new Set([...shared?.learned ?? [], ...own.learned])],
    stairs: later(shared?.stairs, own.stairs), trained: best(shared?.trained, own.trained),
    mistakes: allOf(shared?.mistakes, own.mistakes),
    known: [...known.values()].sort((one, other) => other.touched - one.touched || (one.id < other.id ? -1 : 1)).slice(0, GAMES),
    analyses: [...analyses.values()].sort((one, other) => one.id < other.id ? -1 : 1),
  };
}

/** The text of what is to be shared, without the oldest analyses if there is no room for them; and how many these are. */
export function packed(bundle: Bundle, room = ROOM): { text: string; left: number } {
  const byAge = [...bundle.analyses].sort((one, other) => one.touched - other.touched);
  for (let left = 0; ; left++) {
    const out = new Set(byAge.slice(0, left));
    const text = JSON.stringify({ ...bundle, analyses: bundle.analyses.filter((kept) => !out.has(kept)) });
    if (text.length <= room || left === byAge.length) return { text, left };
  }
}
