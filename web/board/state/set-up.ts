// Setting up a position by hand: what a press on a square does, and how a die is turned.
import { halfTurned } from "../space/geometry";
import type { Colour, Faces, Piece, Pieces } from "../view/view";

/** A position that is being set up. */
export interface Setup {
  /** The position it began with. */
  from: string;
  pieces: Pieces;
  /** What a press puts on a square; without, pieces are chosen and moved. */
  tool: Piece | "remove" | null;
  /** The square of the piece that was pressed last. */
  chosen: string | null;
}

const KING: Faces = { top: 1, north: 1, east: 1, south: 1, west: 1, bottom: 1 };
/** How a die lies that is new on the board: 6 up and 4 ahead of its owner. */
const NEW: Faces = { top: 6, north: 4, east: 2, south: 3, west: 5, bottom: 1 };

/** The name of an orientation, a to x: by the top, then by the number to the north. */
export function orientation(faces: Faces): string {
  const norths = [1, 2, 3, 4, 5, 6].filter((n) => n !== faces.top && n !== 7 - faces.top);
  return String.fromCharCode(97 + (faces.top - 1) * 4 + norths.indexOf(faces.north));
}

function die(colour: Colour, faces: Faces): Piece {
  const letter = orientation(faces);
  return { colour, kind: "die", faces, letter: colour === "white" ? letter.toUpperCase() : letter };
}

/** One piece of each of these kinds for each player; `letters` are those of the pieces. */
export function paletteOf(kinds: Set<Piece["kind"]>, letters: string): Piece[] {
  const colours: Colour[] = ["white", "black"];
  return colours.flatMap((colour): Piece[] => {
    const found: Piece[] = [];
    if (kinds.has("die"))
      found.push(die(colour, colour === "white" ? NEW : halfTurned(NEW)));
    if (kinds.has("king"))
      found.push({ colour, kind: "king", letter: colour === "white" ? "Z" : "z", faces: KING });
    if (kinds.has("piece")) for (const letter of letters)
      found.push({ colour, kind: "piece", faces: null,
        letter: colour === "white" ? letter : letter.toLowerCase() });
    return found;
  });
}

/**
 * Do on a square what the tool does; without a tool, choose or move a piece.  A piece that lies there is
 * chosen, whatever else the tool would put there.
 */
export function pressed(setup: Setup, square: string): Setup {
  const { tool, chosen } = setup;
  if (tool === "remove") return carried(setup, square, null);
  if (!setup.pieces[square]) {
    if (tool) return put(setup, tool, square);
    if (chosen) return carried(setup, chosen, square);
  }
  return { ...setup, chosen: setup.pieces[square] ? square : null };
}

/** A piece comes to a square, and is chosen; where one lies, that one goes. */
export function put(setup: Setup, piece: Piece, square: string): Setup {
  return { ...setup, pieces: { ...setup.pieces, [square]: piece }, chosen: square };
}

/** What lies on a square goes to another, or with none from the board; two pieces change places. */
export function carried(setup: Setup, from: string, to: string | null): Setup {
  const { [from]: piece, ...pieces } = setup.pieces;
  if (!piece) return { ...setup, chosen: null };
  if (to === null) return { ...setup, pieces, chosen: null };
  const other = setup.pieces[to];
  return { ...setup, chosen: to,
    pieces: { ...pieces, ...(other && { [from]: other }), [to]: piece } };
}

/** Turn the die chosen last; null where none is chosen. */
export function turned(setup: Setup, turn: (faces: Faces) => Faces): Setup | null {
  const piece = setup.chosen ? setup.pieces[setup.chosen] : undefined;
  if (piece?.kind !== "die" || !piece.faces) return null;
  return { ...setup, pieces: {
    ...setup.pieces, [setup.chosen!]: die(piece.colour, turn(piece.faces)) } };
}
