// Names of squares, and where they are; on an endless board names wrap.
import type { Place } from "./poses";
import type { Rectangle, View } from "./view";

export function nameOf([column, row]: Place, wrap = 0): string {
  const into = (n: number) => (wrap ? ((n % wrap) + wrap) % wrap : n);
  return String.fromCharCode(97 + into(column)) + (into(row) + 1);
}

function numbers(name: string): Place {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

/** The shown part of the plane: numbers count on over the seam of an endless board. */
export interface Window {
  west: number;
  south: number;
  columns: number;
  rows: number;
  wrap: number;
}

/** What to show of a board; on an endless one where that lies nearest to another part of it. */
export function windowOf(view: View, near?: Window): Window {
  const { board: { first, columns, rows, wrap } } = view;
  const [west, south] = near ? edgesOf(view.board, near).map((n) => n + 0.5) : numbers(first);
  const told = { west: west!, south: south!, columns, rows, wrap };
  return wrap ? closer(view, told) : told;
}

const LOWEST = 5;                       // rows of an endless board that are shown, at least

/** An endless board is shown as far as it matters, a little wider than high, as screens are. */
function closer(view: View, told: Window): Window {
  const [west, south, east, north] = extentOf(view, told);
  const rows = Math.max(LOWEST, north - south + 1, east - west);
  return { ...told, columns: rows + 1, rows, west: Math.floor((west + east - rows + 1) / 2),
    south: Math.floor((south + north - rows + 2) / 2) };
}

type Extent = [west: number, south: number, east: number, north: number];

/** The outermost squares that matter on an endless board: all pieces, and where any may come. */
function extentOf(view: View, near: Window): Extent {
  const reach = edgesOf(view.area!.reach, near);
  const targets = (view.legal ?? []).flatMap(({ steps }) => steps.flatMap(({ target }) => target ?? []));
  const places = [...Object.keys(view.pieces), ...targets].map((name) => placeOf(name, near));
  const along = ([0, 1] as const).map((axis) =>
    [reach[axis] + 0.5, reach[axis + 2]! - 0.5, ...places.map((place) => place[axis])]);
  return [...along.map((all) => Math.min(...all)), ...along.map((all) => Math.max(...all))] as Extent;
}

/** Where a square is; on an endless board the place nearest to the middle of the window. */
export function placeOf(name: string, shown: Window): Place {
  const [column, row] = numbers(name);
  if (!shown.wrap) return [column, row];
  const near = (n: number, middle: number) =>
    n + shown.wrap * Math.round((middle - n) / shown.wrap);
  return [
    near(column, shown.west + (shown.columns - 1) / 2),
    near(row, shown.south + (shown.rows - 1) / 2),
  ];
}

export function isInside([column, row]: Place, shown: Window): boolean {
  return column >= shown.west && column < shown.west + shown.columns
    && row >= shown.south && row < shown.south + shown.rows;
}

/** All squares of the window, row by row from the south. */
export function squaresOf(shown: Window): Place[] {
  return Array.from({ length: shown.columns * shown.rows }, (_, i) =>
    [shown.west + (i % shown.columns), shown.south + Math.floor(i / shown.columns)] as const);
}

/** West, south, east and north edge of a rectangle, as lines between squares. */
export function edgesOf(box: Rectangle, shown: Window): [number, number, number, number] {
  const [column, row] = placeOf(box.first, {
    ...shown,
    // The middle of the rectangle, not its corner, is what lies near the middle of the window.
    west: shown.west - (box.columns - 1) / 2, south: shown.south - (box.rows - 1) / 2,
  });
  return [column - 0.5, row - 0.5, column + box.columns - 0.5, row + box.rows - 0.5];
}

/**
 * What to show of a board after it changed: on an endless board the old window, as long as all that
 * matters lies in it and it is not much too large, so that nothing moves that need not.
 */
export function nextWindow(shown: Window, view: View): Window {
  const wanted = windowOf(view, shown);
  if (!wanted.wrap || !shown.wrap) return wanted;
  const [west, south, east, north] = extentOf(view, shown);
  const fits = isInside([west, south], shown) && isInside([east, north], shown);
  return fits && shown.rows < wanted.rows + 2 ? shown : wanted;
}
