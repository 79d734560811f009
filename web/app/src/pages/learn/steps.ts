// The steps of a visitor's path in a game, in the order in which they help.
import type { FirstGame } from "../../../../wire/types";
import { begin } from "../../game/desk.svelte";
import { deck } from "../../kept/deck.svelte";
import { learned, solved } from "../../kept/done.svelte";
import { path } from "../../kept/path.svelte";
import { trained } from "../../kept/trained.svelte";
import { newId } from "../../net/outbox";
import { toasts } from "../../places/toasts.svelte";
import { remember } from "../../browser/storage";
import { go } from "../../browser/route.svelte";
import { gameName } from "../../words/names";
import { closed, told } from "../../words/levels.svelte";
import { fill, t } from "../../words/index.svelte";
import { p } from "../../words/puzzles.svelte";
import { lacks } from "./lacks";
import { r } from "./words.svelte";

export interface Step {
  title: string;
  /** How far the visitor is. */
  note: string;
  done: boolean;
  /** An address, or what a press does. */
  to: string | (() => void);
}

/** Begin a game for beginners against the next opponent on the visitor's path. */
async function play(rules: string, { options, position }: FirstGame): Promise<void> {
  const wanted = { rules, options, position, id: newId(), white: { kind: "human" as const }, black: { kind: "computer" as const, ...path.next(rules) } };
  const refused = await begin({ wanted, mine: ["white"], against: "computer" });
  if (refused) toasts.tell(refused, "error");
}

/** Lay out the full board, against the next opponent on the visitor's path. */
function playOn(rules: string): void {
  remember("game", rules);
  remember("level", 0);
  go("/");
}

/** A trainer of a game, and the best that the visitor has done with it. */
function training(game: string, to: "endings" | "proof" | "storm"): Step[] {
  const best = trained.of(game, to);
  return lacks(game, to) ? [] : [{ title: r()[to], note: best ? fill(to === "storm" ? r().stormBest : r().score, { kept: best.kept, n: best.of }) : "", done: false, to: `/learn/${game}/${to}` }];
}

/** The steps of a game, without those that the server lacks. */
export function stepsOf(game: string): Step[] {
  const words = t().learn, stairs = told()?.stairs;
  const lesson = learned.steps.includes(game), times = Object.keys(solved.of(game).times).length, due = deck.due(game).length;
  return [
    { title: words.lesson, note: lesson ? words.finished : words.minute, done: lesson, to: `/learn/${game}/lesson` },
    ...path.firstGames(game).map((one, number) => {
      const done = learned.steps.includes(`${game}/${number}`), { size } = one.options;
      return { title: fill(words.firstGame, { what: size ? `${size} × ${size}` : words.short }), note: done ? words.finished : "", done, to: () => void play(game, one) };
    }),
    { title: fill(words.playNow, { game: gameName(game, true) }), note: stairs ? fill(words.stair, { n: path.step(game) + 1, all: stairs.length }) : "", done: false, to: () => playOn(game) },
    ...closed("puzzles") ? [] : [{ title: t().app.puzzles, note: times ? fill(words.solved, { n: times }) : "", done: false, to: `/puzzles/${game}` }],
    ...closed("puzzles") ? [] : [{ title: p().mistakes.title, note: due ? fill(p().mistakes.due, { n: due }) : "", done: false, to: `/learn/${game}/mistakes` }],
    ...training(game, "storm"), ...training(game, "endings"), ...training(game, "proof"),
  ];
}
