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

export function windowOf(board: View["board"]): Window {
  const [west, south] = numbers(board.first);
  return { west, south, columns: board.columns, rows: board.rows, wrap: board.wrap };
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
 * What to show of a board after it changed: on an endless board the old window, as long as all
 * pieces and one square around them lie in it, so that nothing moves that need not.
 */
export function nextWindow(shown: Window, view: View): Window {
  const wanted = windowOf(view.board);
  if (!wanted.wrap || !shown.wrap) return wanted;
  const [west, south] = placeOf(view.board.first, {
    ...shown,
    west: shown.west - (wanted.columns - 1) / 2, south: shown.south - (wanted.rows - 1) / 2,
  });
  const fits = wanted.columns === shown.columns && wanted.rows === shown.rows
    && Object.keys(view.pieces).every((name) => {
      const [column, row] = placeOf(name, shown);
      return isInside([column - 1, row - 1], shown) && isInside([column + 1, row + 1], shown);
    });
  return fits ? shown : { ...wanted, west, south };
}
