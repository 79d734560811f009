// The games of a text of any size: it is read piece by piece, and one game that cannot be read spoils no other.
import type { ReadAnswer, ReadFault, ReadGame } from "../../../wire/types";
import { readPiece } from "./api";
import type { Place } from "./place";

/** Letters of a piece, and as many as whoever reads takes at most. */
const PIECE = 100_000, MOST = 300_000;
/** What is wrong with a game that is longer than that; nothing behind it can be read. */
export const TOO_LONG = "this game is too long to be read";

export interface Read {
  games: ReadGame[];
  /** Why others cannot be read, and what was put aside in those that can: the places are those in the whole text. */
  faults: ReadFault[];
  warnings: ReadFault[];
  /** How many games were seen. */
  count: number;
}

/**
 * All games of a text.
 *
 * @param game to which moves belong that name none
 * @param onprogress hears how much of the text is read, from 0 to 1, and what was read; what it throws ends the reading
 * @returns what was read; rejects with a Refusal where the text is no file of games
 */
export async function readGames(place: Pick<Place, "ask">, text: string, game: string,
                                onprogress: (part: number, read: Read) => void = () => {}): Promise<Read> {
  const read: Read = { games: [], faults: [], warnings: [], count: 0 };
  let at = 0, rest = "", lines = 0, format: string | null = null;
  do {
    const from = at;
    at = cutAt(text, Math.min(at + PIECE, at + MOST - rest.length));
    const piece = rest + text.slice(from, at), more = at < text.length;
    if (more && at === from) {
      read.faults.push({ game: read.count + 1, line: lines + 1, column: 1, reason: TOO_LONG, template: null });
      break;
    }
    const answer: ReadAnswer = await readPiece(place, { text: piece, game, more, format });
    const placed = (fault: ReadFault) => ({ ...fault, game: read.count + fault.game, line: lines + fault.line });
    for (const one of answer.games) read.games.push(one);
    read.faults.push(...answer.faults.map(placed));
    read.warnings.push(...answer.warnings.map(placed));
    read.count += answer.count;
    lines += answer.lines;
    format = answer.format;
    if (!more && answer.rest === piece) break;
    rest = answer.rest;
    onprogress((at - rest.length) / text.length, read);
  } while (at < text.length || rest);
  return read;
}

/** A place to cut near to one, never within a letter that is two for JavaScript. */
function cutAt(text: string, near: number): number {
  const code = text.charCodeAt(near - 1);
  return near < text.length && code >= 0xd800 && code < 0xdc00 ? near - 1 : Math.min(near, text.length);
}
