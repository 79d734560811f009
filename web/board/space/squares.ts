// Names of squares, and where they are; on an endless board names wrap.
import type { Place } from "./poses";
import type { Rectangle, View } from "../view/view";

export function nameOf([column, row]: Place, wrap = 0): string {
  const into = (n: number) => (wrap ? ((n % wrap) + wrap) % wrap : n);
  return String.fromCharCode(97 + into(column)) + (into(row) + 1);
}

function numbers(name: string): Place {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

/** The shown part of the plane: numbers count on over the seam of an endless board. */
export interface Viewport {
  west: number;
  south: number;
  columns: number;
  rows: number;
  wrap: number;
}

/** What to show of a board; on an endless one where that lies nearest to another part of it. */
export function viewportOf(view: View, near?: Viewport): Viewport {
  const { board: { first, columns, rows, wrap } } = view;
  const [west, south] = near ? edgesOf(view.board, near).map((n) => n + 0.5) : numbers(first);
  const told = { west: west!, south: south!, columns, rows, wrap };
  return wrap ? closer(view, told) : told;
}

const LOWEST = 5;                       // rows of an endless board that are shown, at least

/** An endless board is shown as far as it matters, a little wider than high, as screens are. */
function closer(view: View, told: Viewport): Viewport {
  const [west, south, east, north] = extentOf(view, told);
  const rows = Math.max(LOWEST, north - south + 1, east - west);
  return { ...told, columns: rows + 1, rows, west: Math.floor((west + east - rows + 1) / 2),
    south: Math.floor((south + north - rows + 2) / 2) };
}

type Extent = [west: number, south: number, east: number, north: number];

/** The outermost squares that matter on an endless board: all pieces, and where any may come. */
function extentOf(view: View, near: Viewport): Extent {
  const reach = edgesOf(view.area!.reach, near);
  const targets = (view.legal ?? []).flatMap(({ steps }) => steps.flatMap(({ target }) => target ?? []));
  const places = [...Object.keys(view.pieces), ...targets].map((name) => placeOf(name, near));
  const along = ([0, 1] as const).map((axis) =>
    [reach[axis] + 0.5, reach[axis + 2]! - 0.5, ...places.map((place) => place[axis])]);
  return [...along.map((all) => Math.min(...all)), ...along.map((all) => Math.max(...all))] as Extent;
}

/** Where a square is; on an endless board the place nearest to the middle of the viewport. */
export function placeOf(name: string, viewport: Viewport): Place {
  const [column, row] = numbers(name);
  if (!viewport.wrap) return [column, row];
  const near = (n: number, middle: number) =>
    n + viewport.wrap * Math.round((middle - n) / viewport.wrap);
  return [
    near(column, viewport.west + (viewport.columns - 1) / 2),
    near(row, viewport.south + (viewport.rows - 1) / 2),
  ];
}

export function isInside([column, row]: Place, viewport: Viewport): boolean {
  return column >= viewport.west && column < viewport.west + viewport.columns
    && row >= viewport.south && row < viewport.south + viewport.rows;
}

/** All squares of the viewport, row by row from the south. */
export function squaresOf(viewport: Viewport): Place[] {
  return Array.from({ length: viewport.columns * viewport.rows }, (_, i) =>
    [viewport.west + (i % viewport.columns), viewport.south + Math.floor(i / viewport.columns)] as const);
}

/** West, south, east and north edge of a rectangle, as lines between squares. */
export function edgesOf(box: Rectangle, viewport: Viewport): [number, number, number, number] {
  const [column, row] = placeOf(box.first, {
    ...viewport,
    // The middle of the rectangle, not its corner, is what lies near the middle of the viewport.
    west: viewport.west - (box.columns - 1) / 2, south: viewport.south - (box.rows - 1) / 2,
  });
  return [column - 0.5, row - 0.5, column + box.columns - 0.5, row + box.rows - 0.5];
}

/**
 * What to show of a board after it changed: on an endless board the old viewport, as long as all that
 * matters lies in it and it is not much too large, so that nothing moves that need not.
 */
export function nextViewport(viewport: Viewport, view: View): Viewport {
  const wanted = viewportOf(view, viewport);
  if (!wanted.wrap || !viewport.wrap) return wanted;
  const [west, south, east, north] = extentOf(view, viewport);
  const fits = isInside([west, south], viewport) && isInside([east, north], viewport);
  return fits && viewport.rows < wanted.rows + 2 ? viewport : wanted;
}
