// Who helps whom: all dice that count in a battle are tied to it, their tops are the terms of its sums,
// and a square whose piece fell keeps a mark until the next move.
import type { Point } from "./geometry";
import { square } from "./ground";
import { stepTime } from "./motion";
import { wayOf } from "./moves";
import { middleOf, pill, plate } from "./overlay";
import { onScreen } from "./scene";
import { termsOf } from "./speech";
import type { Stage } from "./stage";
import type { BoardState } from "./state";
import { make, polygon } from "./svg";
import type { Battle, Move } from "./view";

/** Draw the battles of the move that is shown in advance, or else those of the last one. */
export function drawFights(stage: Stage, state: BoardState): void {
  const { view, setup, dragged } = state;
  if (!view || setup) return;
  const planned = dragged ? dragged[0] : state.preview();
  if (planned) return drawBattles(stage, planned, 0);
  const { last } = view;
  if (!last) return;
  drawLosses(stage, last);
  if (state.origin()) return;
  // While the move is still being made, its battles wait until the die has arrived.
  const moving = state.coming !== null || state.pending !== null;
  const steps = wayOf(last).length;
  if (moving) drawBattles(stage, last, steps * stepTime(state.settings.speed, steps));
  else if (last.removed.some((gone) => gone.why === "battle")) drawBattles(stage, last, 0);
}

/** A mark on every square whose piece fell. */
function drawLosses({ scene, where, layers }: Stage, last: Move): void {
  const stroke = scene.theme.check;
  for (const gone of last.removed) {
    if (gone.why !== "battle" && gone.why !== "surrounded") continue;
    const at = where(gone.square);
    const corner = (x: number, y: number): Point => onScreen(scene, [at[0] + x, at[1] + y]);
    const r = 0.2;
    const group = make("g", { class: "lost", fill: "none", stroke, "stroke-linecap": "round" },
      layers.lines);
    make("path", { d: square(scene, at, 0.09), "stroke-width": 4, "stroke-dasharray": "9 8" }, group);
    make("path", { d: polygon([corner(-r, -r), corner(r, r)]) + polygon([corner(-r, r), corner(r, -r)]),
      "stroke-width": 6, opacity: 0.8 }, group);
  }
}

/** The battles of a move, `delay` milliseconds from now. */
function drawBattles(stage: Stage, move: Move, delay: number): void {
  const { lines, above } = stage.layers;
  const [ground, top] = [make("g", { class: "fights" }, lines), make("g", { class: "fights" }, above)];
  // As a property: strict pages refuse styles that are attributes.
  if (delay) for (const group of [ground, top]) group.style.animation = `appear 150ms ${delay}ms backwards`;
  const plates: Box[] = [];
  const single = move.battles.length === 1;
  const fights = move.battles.map((battle) => ({ battle, ...placed(stage, battle, single, plates) }));
  for (const { battle, middle } of fights) drawTies(stage, battle, single, middle, ground, top);
  for (const { battle, middle, text, size } of fights) drawSum(stage, battle, middle, text, size, top);
}

type Box = [x: number, y: number, wide: number, tall: number];

/** What the plate of a battle says, and where: between both dice, or beyond the one attacked where several are. */
function placed({ scene, where }: Stage, battle: Battle, single: boolean, taken: Box[]): {
  middle: Point; text: string; size: number;
} {
  const sign = battle.attack === battle.defence ? "=" : battle.attack > battle.defence ? ">" : "<";
  const [attack, defence] = termsOf(battle);
  const text = `${attack} ${sign} ${defence}`;
  const size = Math.max(0.26, scene.small * 1.2);
  const [wide, tall] = plate(text, size);
  const [from, to] = [where(battle.attacker), where(battle.defender)];
  const [x, begin] = single ? middleOf(scene, from, to)
    : onScreen(scene, [1.5 * to[0] - 0.5 * from[0], 1.5 * to[1] - 0.5 * from[1]]);
  const free = (y: number) => taken.every(([a, b, w, t]) =>
    Math.abs(a - x) >= (wide + w) / 2 || Math.abs(b - y) >= (tall + t) / 2);
  // Away from the first one, up or down, by half a plate at a time.
  const way = begin > (taken[0]?.[1] ?? begin) ? 1 : -1;
  let y = begin;
  while (!free(y)) y += way * tall / 2;
  taken.push([x, y, wide, tall]);
  return { middle: [x, y], text, size };
}

/** A frame around each die that counts, and a line from it to the sum; of several battles from helpers alone. */
function drawTies(
  { scene, where }: Stage, battle: Battle, single: boolean, middle: Point, ground: Element, top: Element,
): void {
  const { theme, flat } = scene;
  for (const [names, stroke] of [[battle.attackers, theme.target], [battle.defenders, theme.check]] as const)
    for (const name of names) {
      make("path", { class: "counts", d: square(scene, where(name), 0.04), fill: stroke,
        "fill-opacity": 0.2, stroke, "stroke-width": 5 }, ground);
      if (!single && (name === battle.attacker || names === battle.defenders)) continue;
      const d = polygon([onScreen(scene, where(name), flat ? 0 : 0.74), middle]);
      const tie = { d, fill: "none", "stroke-linecap": "round" };
      make("path", { ...tie, stroke: "#ffffff", "stroke-width": 9, opacity: 0.8 }, top);
      make("path", { ...tie, class: "tie", "data-square": name, stroke, "stroke-width": 5 }, top);
    }
}

function drawSum(
  { scene: { theme } }: Stage, { attack, defence }: Battle, middle: Point, text: string, size: number,
  top: Element,
): void {
  const tie = attack === defence;
  pill(top, middle, text, size, { class: "battle", line: "#ffffff", ink: tie ? "#1b1b1b" : "#ffffff",
    fill: tie ? "#ffffff" : attack > defence ? theme.target : theme.check });
}
