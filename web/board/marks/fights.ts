// Who helps whom: all dice that count in a battle are tied to it, their tops are the terms of its sums,
// and a square whose piece fell keeps a mark until the next move.
import type { Point } from "../space/geometry";
import { square } from "../drawing/ground";
import { stepTime } from "../space/motion";
import { wayOf } from "../view/moves";
import { middleOf, pill, plate } from "./overlay";
import { onScreen } from "../drawing/scene";
import { termsOf } from "../words/telling";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import { make, polygon } from "../drawing/svg";
import type { Battle, Move } from "../view/view";

/** Draw the battles of the move that is shown in advance, or else those of the last one. */
export function drawFights(stage: Stage, state: BoardState): void {
  const { view, setup, dragged } = state;
  if (!view || setup) return;
  const planned = dragged ? dragged[0] : state.preview();
  if (planned) {
    drawBattles(stage, planned, 0);
    for (const gone of planned.removed) drawCross(stage, gone.square, stage.layers.above, 0.74);
    return;
  }
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

const FALLS = "9 8";                    // the dashes of a frame around what falls

/** A mark on every square whose piece fell. */
function drawLosses({ scene, where, layers }: Stage, last: Move): void {
  for (const gone of last.removed) {
    if (gone.why !== "battle" && gone.why !== "surrounded") continue;
    make("path", { d: square(scene, where(gone.square), 0.09), fill: "none", stroke: scene.theme.check,
      "stroke-width": 4, "stroke-dasharray": FALLS }, layers.lines);
    drawCross({ scene, where }, gone.square, layers.lines, 0);
  }
}

/** A cross on a square, or at a height above it on the die that will fall. */
function drawCross({ scene, where }: Pick<Stage, "scene" | "where">, name: string, layer: Element, height: number): void {
  const [x, y] = where(name), r = 0.2;
  const corner = (right: number, up: number): Point => onScreen(scene, [x + right * r, y + up * r], scene.flat ? 0 : height);
  const cross = { d: polygon([corner(-1, -1), corner(1, 1)]) + polygon([corner(-1, 1), corner(1, -1)]), fill: "none",
    "stroke-linecap": "round" };
  if (height) make("path", { ...cross, stroke: "#ffffff", "stroke-width": 15 }, layer);
  make("path", { ...cross, class: "lost", stroke: scene.theme.check, "stroke-width": 8, opacity: 0.85 }, layer);
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
  const falling = move.battles.map(({ loser }) => loser);
  for (const { battle, middle } of fights) drawTies(stage, battle, single, falling, middle, ground, top);
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

/**
 * A frame around each die that counts, and a line from it to the sum; of several battles from helpers alone.
 * What falls has a frame of its own, and so has the side that makes it fall.
 */
function drawTies(
  { scene, where }: Stage, battle: Battle, single: boolean, falling: readonly (string | null)[], middle: Point,
  ground: Element, top: Element,
): void {
  const { theme, flat } = scene;
  for (const [names, fighter] of [[battle.attackers, battle.attacker], [battle.defenders, battle.defender]] as const)
    for (const name of names) {
      const falls = falling.includes(name);
      const stroke = falls ? theme.check : battle.loser && battle.loser !== fighter ? theme.target : theme.arrow;
      make("path", { class: falls ? "counts falls" : "counts", d: square(scene, where(name), 0.04), fill: stroke,
        "fill-opacity": 0.2, stroke, "stroke-width": 5, "stroke-dasharray": falls ? FALLS : null }, ground);
      if (!single && (name === battle.attacker || names === battle.defenders)) continue;
      const d = polygon([onScreen(scene, where(name), flat ? 0 : 0.74), middle]);
      const tie = { d, fill: "none", "stroke-linecap": "round" };
      make("path", { ...tie, stroke: "#ffffff", "stroke-width": 9, opacity: 0.8 }, top);
      make("path", { ...tie, class: "tie", "data-square": name, stroke, "stroke-width": 5 }, top);
    }
}

function drawSum(
  { scene: { theme } }: Stage, { attacker, loser }: Battle, middle: Point, text: string, size: number,
  top: Element,
): void {
  pill(top, middle, text, size, { class: "battle", line: "#ffffff", ink: loser ? "#ffffff" : "#1b1b1b",
    fill: !loser ? "#ffffff" : loser === attacker ? theme.check : theme.target });
}
