// How players, games, results and times are told.
import type { Outcome } from "../../../board/view/view";
import { levelOf, told } from "./levels.svelte";
import type { Colour, Opponent, Player } from "../../../wire/types";
import { settings } from "../browser/settings.svelte";
import { boardWords, fill, levelWords, t } from "./index.svelte";

export const GAMES = ["pur", "contra", "ecke", "duell", "echek"] as const;
export type GameName = (typeof GAMES)[number];

export function isGame(name: string): name is GameName {
  return (GAMES as readonly string[]).includes(name);
}

/** All games: those that the page has words for, then any others that the server knows. */
export function games(): string[] {
  return [...GAMES, ...Object.keys(told()?.games ?? {}).filter((name) => !isGame(name))];
}

/** The name of a game; one that was added is called what it calls itself. */
export function gameName(game: string, full = false): string {
  if (!isGame(game)) return told()?.games[game]?.title ?? game;
  return full ? t().games[game].full : t().games[game].name;
}

/** What a game is about in a sentence, where the page knows that. */
export function gameIdea(game: string): string {
  return isGame(game) ? t().games[game].idea : "";
}

/** In how many columns pictures of so many games stand side by side. */
export function columnsFor(count: number): number {
  return Math.ceil(count / Math.ceil(count / 6));
}

export function nameOf(player: Player): string {
  if (player.kind === "computer" && player.level) return levelWords(player.name);
  return player.bot ? botName(player.name) : guestName(player.name);
}

/** The name of a bot, which is marked wherever it stands; all languages call it so. */
export function botName(name: string): string {
  return `${name} (Bot)`;
}

/** The name of a person; what the server calls whoever has told none is "Guest", perhaps with a number. */
export function guestName(name: string): string {
  return name.replace(/^Guest(?= \d+$|$)|^$/, t().play.guest);
}

/** Whom somebody plays against; empty if that is nobody yet. */
export function opponentName({ kind, name, level, bot }: Opponent): string {
  if (kind === "computer" && level) return levelOf(level).name;
  return kind === "nobody" ? "" : bot ? botName(name) : guestName(name);
}

/** Why a game is over. */
export function reasonOf(outcome: Outcome, game: string): string {
  const { reason } = outcome;
  const score = outcome.score ? ` (${fill(t().score, { white: outcome.score[0], black: outcome.score[1] })})` : "";
  return (t().reasons[reason]?.[game] ?? boardWords()[`reason.${reason}`] ?? reason) + score;
}

/** Who has won, told to a player or, without `yours`, to anybody. */
export function resultOf(outcome: Outcome, yours: readonly Colour[] = [], opponent = ""): string {
  if (outcome.reason === "aborted") return t().play.aborted;
  if (!outcome.winner) return t().play.draw;
  if (yours.length !== 1) return fill(t().play.wins, { colour: t().colours[outcome.winner] });
  return yours[0] === outcome.winner ? t().play.youWin : fill(t().play.youLose, { name: opponent });
}

/** A day, given by seconds since 1970. */
export function dayText(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(1000 * seconds);
}

/** The same with the time of the day. */
export function timeText(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(1000 * seconds);
}
