// Playing by keys: arrows walk over the squares, Enter picks and drops, letters jump and read.
import type { Announcer } from "../heard/announcer";
import { look } from "./eye";
import { TILT, TURN } from "../space/geometry";
import type { Renderer } from "../renderer";
import { world } from "../drawing/scene";
import { pressInSetup } from "./set-up";
import { isInside, nameOf, placeOf } from "../space/squares";
import type { BoardState } from "../state/state";
import type { View } from "../view/view";

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};
const EYE_STEP = 3;                     // degrees
const READ = { m: "moves", l: "last", b: "matters", e: "evaluation", "?": "help" } as const;

/** Returns whether the key meant something here. */
export function onKey(
  event: KeyboardEvent, state: BoardState, renderer: Renderer, announcer: Announcer,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (state.picking.at === "ways" && onWayKey(key, state)) return true;
  if (key in ARROWS && event.shiftKey) return moveEye(state, ...ARROWS[key]!);
  if (key in ARROWS) return walk(renderer, ARROWS[key]!);
  if (key === "Home" || key === "End") return toEdge(renderer, key === "Home" ? -1 : 1);
  if (key === "Enter" || key === " ") {
    enter(state, renderer, announcer);
    return true;
  }
  if (key === "Escape") {
    const { premove } = state;
    const cancelled = state.cancel();
    // That a move in advance is taken back is told however that is done.
    if (cancelled && !premove) announcer.tellWord("cancelled");
    return cancelled;
  }
  return onLetter(event, state, renderer, announcer);
}

function moveEye(state: BoardState, right: number, up: number): boolean {
  const { tilt, turn } = state.settings;
  look(state, tilt - EYE_STEP * up, turn + EYE_STEP * right);
  return true;
}

function onWayKey(key: string, state: BoardState): boolean {
  if (state.picking.at !== "ways") return false;
  const { ways, chosen } = state.picking;
  const number = Number(key);
  if (key !== " " && number >= 1 && number <= ways.length) {
    state.choose(number - 1);
    return state.accept();
  }
  if (key === "ArrowRight" || key === "ArrowDown") state.choose(chosen + 1);
  else if (key === "ArrowLeft" || key === "ArrowUp") state.choose(chosen - 1);
  else if (key === "Enter" || key === " ") state.accept();
  else return false;
  return true;
}

function enter(state: BoardState, { animator, grid }: Renderer, announcer: Announcer): void {
  const square = grid.focusable();
  if (pressInSetup(state, square)) return;
  animator.catchUp();
  if (!state.mayPlay()) announcer.tellWord("not.yours");
  else if (!state.press(square)) announcer.tellWord("cannot.pick");
  else announcer.tellPicking();
}

function walk({ grid, stage: { scene } }: Renderer, [right, up]: [number, number]): boolean {
  const [column, row] = placeOf(grid.focusable(), scene.viewport);
  const to = [column + scene.sign * right, row + scene.sign * up] as const;
  if (isInside(to, scene.viewport)) grid.focus(nameOf(to, scene.viewport.wrap));
  return true;
}

function toEdge({ grid, stage: { scene } }: Renderer, right: number): boolean {
  const { viewport, sign } = scene;
  const [, row] = placeOf(grid.focusable(), viewport);
  const column = right * sign > 0 ? viewport.west + viewport.columns - 1 : viewport.west;
  grid.focus(nameOf([column, row], viewport.wrap));
  return true;
}

function onLetter(
  event: KeyboardEvent, state: BoardState, renderer: Renderer, announcer: Announcer,
): boolean {
  const key = event.key.toLowerCase();
  const { view } = state;
  if (!view) return false;
  const jump = (squares: string[]) =>
    jumpTo(renderer, squares, event.shiftKey && event.key !== "?");
  const focused = renderer.grid.focusable();
  if (event.key === "?") announcer.read("help", focused);
  else if (key === "t") jump([...state.targets().keys()]);
  else if (key === "d") jump(own(view, () => true));
  else if (key === "f") state.flip();
  else if (key === "0") look(state, TILT, TURN);
  else if (/^[1-6]$/.test(key))
    jump(own(view, (square) => view.pieces[square]!.faces?.top === Number(key)));
  else if (isPieceLetter(view, event.key))
    jump(own(view, (square) => view.pieces[square]!.letter.toLowerCase() === key));
  else if (key in READ) announcer.read(READ[key as keyof typeof READ], focused);
  else return false;
  return true;
}

/** In Echek letters name pieces, of which there is one of each; b reads, and so the bishop is a capital. */
function isPieceLetter(view: View, key: string): boolean {
  return view.reserves !== null && key !== "b" && "kqrbnp".includes(key.toLowerCase());
}

/** The squares of the pieces of the player to move, that fulfil a condition. */
function own(view: View, wanted: (square: string) => boolean): string[] {
  return Object.keys(view.pieces).filter((square) =>
    view.pieces[square]!.colour === view.turn && wanted(square));
}

/** To the next of some squares, row by row from the top left as it is seen. */
function jumpTo({ grid, stage: { scene } }: Renderer, squares: string[], back: boolean): void {
  const order = (name: string) => {
    const [x, y] = world(scene, placeOf(name, scene.viewport));
    return x - 100 * y;
  };
  const here = order(grid.focusable());
  const sorted = squares.sort((a, b) => (back ? -1 : 1) * (order(a) - order(b)));
  const next = sorted.find((name) => (back ? order(name) < here : order(name) > here))
    ?? sorted[0];
  if (next) grid.focus(next);
}
