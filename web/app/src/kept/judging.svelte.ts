// A visitor's own finished games are looked through for mistakes while nothing else is to be done: by the worker of
// this browser, move by move, so many moves of a game and so many games a visit. Nothing of it is sent anywhere.
import type { Card, CoachRequest, Colour, GameFacts, MistakeAnswer, Options, PositionRef, Review } from "../../../wire/types";
import { settings } from "../browser/settings.svelte";
import { pause, whenIdle } from "../browser/pause";
import { playing } from "../browser/update.svelte";
import { ask } from "../net/api";
import { Refusal } from "../net/messages";
import { health, mind, placeTo } from "../places/places.svelte";
import { departures, told } from "../words/levels.svelte";
import { deck, type OwnTask } from "./deck.svelte";
import { lastOf } from "./last";
import { library, type Known } from "./library.svelte";

/** Of a game so many moves of a visitor are judged, and so many tasks are made; and so many games a visit. */
const MOVES = 60, TASKS = 3, GAMES = 10;
/** Milliseconds between two moves. */
const REST = 300;

type Found = Omit<OwnTask, "card" | "tries"> & { kind: string };

/** A game that is over, as far as this browser knows its moves. */
interface Played { options: Options; position: string; first: Colour; moves: string[] }

let left = GAMES;

/** Look through all games that have ended, now and whenever another one ends; gives what ends that. */
export function watch(): () => void {
  let running = false;
  return $effect.root(() => {
    $effect(() => {
      if (running || !settings.mistakes || health.here !== "ready" || !told() || !next()) return;
      running = true;
      void judgeAll().finally(() => { running = false; });
    });
  });
}

/** The newest game that was not looked through. */
const next = (): Known | undefined => library.games.find(({ id, here, result }) =>
  left > 0 && result && result !== "aborted" && (here || lastOf(id)) && !deck.has(id));

async function judgeAll(): Promise<void> {
  for (let game; settings.mistakes && (game = next()); left--) {
    // Of a game that the worker does not know there are no tasks; one that ends begins anew.
    const found = await judged(game).catch((error: unknown) => (error instanceof Refusal ? [] : null));
    if (!found) return;
    deck.add(game.id, found);
  }
}

/** The tasks of a game; null if it was switched off meanwhile. */
async function judged(game: Known): Promise<OwnTask[] | null> {
  const played = await movesOf(game);
  const found: Found[] = [];
  const said: Record<string, string[]> = { white: [], black: [] };
  let count = 0;
  for (const [ply, text] of played.moves.entries()) {
    const mover: Colour = (ply % 2 === 0) === (played.first === "white") ? "white" : "black";
    if (!game.seats[mover] || ++count > MOVES) continue;
    if (!await rest()) return null;
    const place: PositionRef = { game: game.rules, options: played.options, position: played.position, moves: played.moves.slice(0, ply + 1) };
    const { kind, theme = "", task = null } = await ask<MistakeAnswer, CoachRequest>(placeTo(true), "/mistake", { ...place, said: said[mover]! });
    if (kind) said[mover]!.push(kind);
    if (task) found.push({ ...task, kind: kind ?? "", theme, game: game.rules, options: departures(game.rules, played.options), played: text, from: game.id });
  }
  const card = await ask<Card, Review>(placeTo(true), "/review", { solved: false, at: game.touched });
  return chosen(found).map(({ kind: _, ...task }) => ({ ...task, card, tries: 0 }));
}

/** So many of the tasks that were found, of as many kinds as possible. */
export function chosen<One extends { kind: string }>(found: readonly One[]): One[] {
  const first = found.filter((one, at) => found.findIndex(({ kind }) => kind === one.kind) === at);
  return [...new Set([...first, ...found])].slice(0, TASKS);
}

/** Wait until nobody plays or thinks, and the browser has time; tells whether to go on. */
async function rest(): Promise<boolean> {
  do await pause(REST);
  while (playing() || mind.busy);
  await new Promise<void>((idle) => { whenIdle(idle); });
  return settings.mistakes;
}

/** The moves of a game, of which those kept here are asked of the worker. */
async function movesOf({ id, here }: Known): Promise<Played> {
  if (here) {
    const { options, start, first, moves } = await ask<GameFacts>(placeTo(true), `/games/${id}`);
    return { options, position: start, first, moves: moves.map(({ text }) => text) };
  }
  const { options, start, moves, view } = lastOf(id)!;
  return { options, position: start, first: (view.turn === "white") === (moves.length % 2 === 0) ? "white" : "black", moves: moves.map(({ text }) => text) };
}
