// Two versions of a study that were made from the same one, made one. What only one of them has changed is as
// that one has it; what both have written in the same place is kept twice, and told.
import type { Content, Opening } from "./chapters.svelte";
import type { Notes, Packed } from "./tree.svelte";

/** Two texts for the same place. */
export interface Clash {
  what: "name" | "title" | "comment";
  /** The title of the chapter, where it has one, and the moves that lead to the place. */
  chapter: string;
  moves: string[];
  ours: string;
  theirs: string;
}

interface Merged { content: Content; clashes: Clash[] }

type Tell = (clash: Pick<Clash, "what" | "ours" | "theirs"> & { moves?: string[] }) => void;

/**
 * Make two versions of a study one.
 *
 * @param base from which both were made; null if that is not known, and then nothing counts as deleted
 * @param ours, theirs the versions
 */
export function merged(base: Content | null, ours: Content, theirs: Content): Merged {
  const clashes: Clash[] = [];
  const name = text(base?.name ?? "", ours.name, theirs.name, (ours, theirs) => clashes.push({ what: "name", chapter: "", moves: [], ours, theirs }));
  const chapters = list(base?.chapters ?? [], ours.chapters, theirs.chapters, (chapter) => chapter.key!,
    (before, mine, other) => chapter(before, mine, other, (clash) => clashes.push({ chapter: other.title ?? "", moves: [], ...clash })));
  return { content: { name, chapters }, clashes };
}

/** Whether two versions say the same, in whatever order their fields are. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other || typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, yours] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  return Object.keys(mine).every((key) => same(mine[key], yours[key]))
    && Object.keys(yours).every((key) => yours[key] === undefined || mine[key] !== undefined);
}

function chapter(base: Opening | undefined, ours: Opening, theirs: Opening, tell: Tell): Opening {
  const title = text(base?.title ?? "", ours.title ?? "", theirs.title ?? "", (ours, theirs) => tell({ what: "title", ours, theirs }));
  const { title: _title, ...rest } = theirs;
  return { ...rest, ...(title && { title }),
    notes: notes(base?.notes, ours.notes, theirs.notes, [], tell),
    tree: tree(base?.tree, ours.tree, theirs.tree, [], tell) };
}

function tree(base: Packed[] = [], ours: Packed[] = [], theirs: Packed[] = [], moves: string[], tell: Tell): Packed[] {
  return list(base, ours, theirs, ([move]) => move, (before, mine, other) => {
    const [move, notation, rest, said] = other, way = [...moves, notation];
    const all = notes(before?.[3], mine[3], said, way, tell), after = tree(before?.[2], mine[2], rest, way, tell);
    return Object.keys(all).length ? [move, notation, after, all] : [move, notation, after];
  });
}

function notes(base: Notes = {}, ours: Notes = {}, theirs: Notes = {}, moves: string[], tell: Tell): Notes {
  const { opening: _opening, comments: _comments, glyphs: _glyphs, marks: _marks, arrows: _arrows, ...facts } = { ...ours, ...theirs };
  const all: Notes = facts;
  for (const field of ["opening", "comments"] as const) {
    const [before, mine, other] = [base[field] ?? [], ours[field] ?? [], theirs[field] ?? []];
    const both = () => {
      tell({ what: "comment", moves, ours: mine.join("\n"), theirs: other.join("\n") });
      return [...other, ...mine.filter((line) => !other.includes(line))];
    };
    const found = same(mine, before) || same(mine, other) ? other : same(other, before) || !other.length ? mine : mine.length ? both() : other;
    if (found.length) all[field] = found;
  }
  const glyphs = some(base.glyphs, ours.glyphs, theirs.glyphs);
  const marks = some(base.marks, ours.marks, theirs.marks), arrows = some(base.arrows, ours.arrows, theirs.arrows);
  return { ...all, ...(glyphs.length && { glyphs }), ...(marks.length && { marks }), ...(arrows.length && { arrows }) };
}

/** A text in a field of one line. */
function text(base: string, ours: string, theirs: string, tell: (ours: string, theirs: string) => void): string {
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  if (!ours || !theirs) return ours || theirs;
  tell(ours, theirs);
  return `${theirs} / ${ours}`;
}

/** Of things without an order: those that one has added, without those that one has taken away. */
function some<T>(base: readonly T[] = [], ours: readonly T[] = [], theirs: readonly T[] = []): T[] {
  return [...theirs.filter((one) => ours.includes(one) || !base.includes(one)),
    ...ours.filter((one) => !theirs.includes(one) && !base.includes(one))];
}

/** Of things in an order: what one has deleted is gone, unless the other one has changed it. */
function list<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[], name: (one: T) => string,
                 both: (before: T | undefined, ours: T, theirs: T) => T): T[] {
  const by = (all: readonly T[]) => new Map(all.map((one) => [name(one), one]));
  const [before, mine, others] = [by(base), by(ours), by(theirs)];
  const found = (key: string): T | undefined => {
    const [old, my, other] = [before.get(key), mine.get(key), others.get(key)];
    if (my !== undefined && other !== undefined) return both(old, my, other);
    const left = my ?? other;
    return old !== undefined && same(old, left) ? undefined : left;
  };
  const order = (all: ReadonlyMap<string, T>) => [...all.keys()].filter((key) => before.has(key) && mine.has(key));
  const [first, second] = same(order(before), order(mine)) ? [others, mine] : [mine, others];
  return [...new Set([...first.keys(), ...second.keys()])].map(found).filter((one) => one !== undefined);
}
