// Playing by keys: arrows walk over the squares, Enter picks and drops, letters jump and read.
import type { Topic } from "./announcer";
import type { Scene } from "./scene";
import { world } from "./scene";
import { nameOf, placeOf, isInside } from "./squares";
import type { BoardState } from "./state";
import type { View } from "./view";

/** What keys do, apart from picking. */
export interface KeyActions {
  state: BoardState;
  scene(): Scene;
  focused(): string;
  focus(square: string): void;
  read(topic: Topic): void;
  /** Enter on a square. */
  enter(square: string): void;
  /** Escape; false if there was nothing to cancel. */
  escape(): boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};
const READ = { m: "moves", l: "last", b: "battles", e: "evaluation", "?": "help" } as const;

/** Returns whether the key meant something here. */
export function onKey(event: KeyboardEvent, board: KeyActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (board.state.picking.at === "ways" && onWayKey(key, board.state)) return true;
  if (key in ARROWS) return walk(board, ARROWS[key]!);
  if (key === "Home" || key === "End") return toEdge(board, key === "Home" ? -1 : 1);
  if (key === "Enter" || key === " ") {
    board.enter(board.focused());
    return true;
  }
  if (key === "Escape") return board.escape();
  return onLetter(event, board);
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

function walk(board: KeyActions, [right, up]: [number, number]): boolean {
  const scene = board.scene();
  const [column, row] = placeOf(board.focused(), scene.shown);
  const to = [column + scene.sign * right, row + scene.sign * up] as const;
  if (isInside(to, scene.shown)) board.focus(nameOf(to, scene.shown.wrap));
  return true;
}

function toEdge(board: KeyActions, right: number): boolean {
  const { shown, sign } = board.scene();
  const [, row] = placeOf(board.focused(), shown);
  const column = right * sign > 0 ? shown.west + shown.columns - 1 : shown.west;
  board.focus(nameOf([column, row], shown.wrap));
  return true;
}

function onLetter(event: KeyboardEvent, board: KeyActions): boolean {
  const key = event.key.toLowerCase();
  const { view } = board.state;
  if (!view) return false;
  const back = event.shiftKey && event.key !== "?";
  if (event.key === "?") board.read("help");
  else if (key === "t") jump(board, [...board.state.targets().keys()], back);
  else if (key === "d") jump(board, own(view, () => true), back);
  else if (key === "f") board.state.flip();
  else if (/^[1-6]$/.test(key))
    jump(board, own(view, (square) => view.pieces[square]!.faces?.top === Number(key)), back);
  else if (isPieceLetter(view, key))
    jump(board, own(view, (square) => view.pieces[square]!.letter.toLowerCase() === key), back);
  else if (key in READ) board.read(READ[key as keyof typeof READ]);
  else return false;
  return true;
}

/** In Echek letters name pieces, and so b is the bishop: there are no battles to be read. */
function isPieceLetter(view: View, key: string): boolean {
  return view.reserves !== null && "kqrbnp".includes(key);
}

/** The squares of the pieces of the player to move, that fulfil a condition. */
function own(view: View, wanted: (square: string) => boolean): string[] {
  return Object.keys(view.pieces).filter((square) =>
    view.pieces[square]!.colour === view.turn && wanted(square));
}

/** To the next of some squares, row by row from the top left as it is seen. */
function jump(board: KeyActions, squares: string[], back: boolean): void {
  const scene = board.scene();
  const order = (name: string) => {
    const [x, y] = world(scene, placeOf(name, scene.shown));
    return x - 100 * y;
  };
  const here = order(board.focused());
  const sorted = squares.sort((a, b) => (back ? -1 : 1) * (order(a) - order(b)));
  const next = sorted.find((name) => (back ? order(name) < here : order(name) > here))
    ?? sorted[0];
  if (next) board.focus(next);
}
