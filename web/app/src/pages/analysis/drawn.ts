// Arrows and marks of records as the board draws them, and back. Such as Gd4 and Gd1d4.
import type { Arrow, Drawing, Mark } from "../../../../board/view/view";
import type { Notes } from "../../study/tree.svelte";

/** The colours of records, as the board draws them. */
export const COLOURS: Record<string, string> = { G: "#2f8f4e", R: "#c43c3c", B: "#1f62b0", Y: "#d98a00" };

const SQUARE = "[a-z][0-9]{1,2}";
const ITEM = new RegExp(`^([GRBY])?(${SQUARE})(${SQUARE})?$`, "i");

export function arrowsOf(notes: Notes): Arrow[] {
  return (notes.arrows ?? []).map(parted).map(([letter, from, to]) => ({ from, to: to!, colour: COLOURS[letter]! }));
}

export function marksOf(notes: Notes): Mark[] {
  return (notes.marks ?? []).map(parted).map(([letter, square]) => ({ square, colour: COLOURS[letter]! }));
}

function parted(item: string): [letter: string, square: string, to: string | undefined] {
  const [, letter, square, to] = ITEM.exec(item)!;
  return [letter ?? "G", square!, to];
}

/** The notes after something was drawn: what is there already in that colour is taken away. */
export function withDrawn(notes: Notes, drawing: Drawing): Pick<Notes, "arrows" | "marks"> {
  const arrows = drawing.arrows.reduce((before, { from, to, colour }) => toggled(before, `${from}${to}`, colour), notes.arrows ?? []);
  const marks = drawing.marks.reduce((before, { square, colour }) => toggled(before, square, colour), notes.marks ?? []);
  return { arrows, marks };
}

function toggled(items: string[], squares: string, colour = COLOURS.G): string[] {
  const item = (Object.keys(COLOURS).find((letter) => COLOURS[letter] === colour) ?? "G") + squares;
  const others = items.filter((one) => one.slice(1) !== squares);
  return items.includes(item) ? others : [...others, item];
}

/** What somebody typed; a word that is none is given back as text. */
export function typed(text: string): Pick<Notes, "arrows" | "marks"> | string {
  const arrows = new Set<string>(), marks = new Set<string>();
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const found = ITEM.exec(word);
    if (!found || found[2] === found[3]) return word;
    const item = (found[1] ?? "G").toUpperCase() + found[2]!.toLowerCase() + (found[3] ?? "").toLowerCase();
    (found[3] ? arrows : marks).add(item);
  }
  return { arrows: [...arrows], marks: [...marks] };
}
