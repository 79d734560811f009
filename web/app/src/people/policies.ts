// What bots accept: whether somebody can challenge one, and to which games.
import type { BotHere, NewClock, Policy } from "../../../wire/types";
import { a } from "../words/people.svelte";
import { DAY, MINUTE } from "../words/clocks";
import { gameName, games } from "../words/names";

export type Pace = NonNullable<Policy["speeds"]>[number];
export const PACES: readonly Pace[] = ["bullet", "blitz", "rapid", "classical", "days", "none"];

/** Up to how many seconds a player has for so many moves. */
const LIMITS: [Pace, number][] = [["bullet", 180], ["blitz", 480], ["rapid", 1500]];
const MOVES = 40;
/** A clock of each speed. */
const TYPICAL: Record<Pace, NewClock | null> = {
  bullet: { kind: "fischer", initial: MINUTE, increment: 1 }, blitz: { kind: "fischer", initial: 3 * MINUTE, increment: 2 },
  rapid: { kind: "fischer", initial: 10 * MINUTE, increment: 5 }, classical: { kind: "fischer", initial: 20 * MINUTE, increment: 10 },
  days: { kind: "days", initial: 3 * DAY }, none: null,
};

/** How fast a game with a clock is. */
export function paceOf(clock: NewClock | null): Pace {
  if (!clock) return "none";
  if (clock.kind === "days") return "days";
  const expected = clock.initial + MOVES * (clock.increment ?? 0);
  return LIMITS.find(([, limit]) => expected < limit)?.[0] ?? "classical";
}

export const paceName = (pace: Pace): string => (pace === "none" ? a().bot.noClock : a().person.speeds[pace]);

/** Whether a bot plays with a clock. */
export const takesClock = ({ speeds = [] }: Policy, clock: NewClock | null): boolean => !speeds.length || speeds.includes(paceOf(clock));

/**
 * The clock with which somebody challenges a bot, unless he chooses another: the one he had before, if it will do,
 * or the first that the bot accepts, days only where it accepts no clock for a game at once.
 */
export function clockFor(policy: Policy, wanted: NewClock | null): NewClock | null {
  if (takesClock(policy, wanted)) return wanted;
  const wish: Pace[] = ["rapid", "blitz", "classical", "bullet", "days", "none"];
  return TYPICAL[wish.find((pace) => policy.speeds?.includes(pace))!];
}

/** The games that a bot plays and this page knows. */
export const gamesOf = ({ games: only = [] }: Policy): string[] => games().filter((game) => !only.length || only.includes(game));

/** What a bot accepts, in a line. */
export function policyLine(policy: Policy): string {
  const names = policy.games?.length ? policy.games.map((game) => gameName(game)) : [];
  return [...names.length ? [names.join(", ")] : [], ...policy.speeds?.length ? [policy.speeds.map(paceName).join(", ")] : []].join(" · ");
}

/** Why a person cannot challenge a bot now; empty if he can. */
export function whyNoChallenge({ policy, playing }: Pick<BotHere, "policy" | "playing">, guest: boolean): string {
  if (policy.people === "nobody" || !policy.most && policy.most !== undefined) return a().bot.away;
  if (policy.people === "bots") return a().bot.botsOnly;
  if (policy.casual === false) return a().bot.ratedBots;
  if (policy.people === "accounts" && guest) return a().bot.needsName;
  return playing >= (policy.most ?? 4) ? a().bot.full : "";
}
