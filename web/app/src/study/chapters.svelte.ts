// The chapters of a study: each a game with its own start, tags and tree of moves.
import type { View } from "../../../board/view/view";
import type { Options, PositionRef, ReadGame } from "../../../wire/types";
import { newId } from "../net/outbox";
import { TreeNode, adopt, newTree, pack, unlisted, unpack, type Notes, type Packed } from "./tree.svelte";

/** A chapter as it is kept. */
export interface Opening {
  /** Which of the study's chapters it is, whatever its place among them. */
  key?: string;
  game: string;
  options?: Options;
  position?: string;
  tree?: Packed[];
  title?: string;
  /** What a record says about the game as a whole. */
  tags?: Record<string, string>;
  notes?: Notes;
  /** The moves to the place where to begin to look. */
  at?: string[];
}

/** Where others write the study, too: at the server. */
export interface Shared {
  study: string;
  /** What lets us write there; empty for who only reads. */
  key: string;
  /** The version from which ours was made, and what it says. */
  version: number;
  content: Content;
}

/** A study as it is kept: the chapter that is open, and if there are several, all of them. */
export interface PackedStudy extends Opening {
  /** Where it is kept in this browser; without, it is only in this tab. */
  id?: string;
  name?: string;
  chapters?: Opening[];
  chapter?: number;
  shared?: Shared;
  /** What the address bar said meanwhile. */
  address?: string;
}

/** What a study says, wherever one is in it. */
export interface Content {
  name: string;
  /** Each with its `key`. */
  chapters: Opening[];
}

/** What a study that is kept says; chapters from before they had keys are called by their places. */
export function contentOf({ name, chapters, ...only }: PackedStudy): Content {
  const { id: _id, chapter: _chapter, address: _address, shared: _shared, ...one } = only;
  return { name: name ?? "", chapters: (chapters ?? [one]).map(({ at: _at, key, ...chapter }, place) => ({ key: key ?? String(place), ...chapter })) };
}

/** The same as a study that can be opened at its start. */
export function packedOf({ name, chapters }: Content): PackedStudy {
  return { ...chapters[0]!, ...(name && { name }), ...(chapters.length > 1 && { chapters, chapter: 0 }) };
}

/** Tags of records that name the study and the chapter. */
const STUDY = "Study", CHAPTER = "Chapter";

export class Chapter {
  readonly key: string;
  readonly game: string;
  readonly options: Options;
  readonly start: string | undefined;
  tags: Record<string, string> = $state.raw({});
  readonly root: TreeNode;
  title = $state("");
  /** Where we were in it last. */
  here: TreeNode;
  /** Its start, for what depends on who moves first. */
  startView: View | null = $state.raw(null);

  constructor({ key, game, options, position, tree, tags, notes, title, at }: Opening) {
    this.key = key ?? newId();
    this.game = game;
    this.options = options ?? {};
    this.start = position;
    this.tags = tags ?? {};
    this.title = title ?? this.tags[CHAPTER] ?? "";
    this.root = newTree();
    this.root.notes = notes ?? {};
    if (tree) unpack(tree, this.root);
    this.here = (at && this.find(at)) || this.root;
  }

  /** Become what another tab has made of it. */
  take({ title, tags, notes, tree }: Opening): void {
    this.title = title ?? "";
    this.tags = tags ?? {};
    this.root.notes = notes ?? {};
    adopt(this.root, tree ?? []);
  }

  find(texts: readonly string[]): TreeNode | undefined {
    let node: TreeNode | undefined = this.root;
    for (const text of texts) node = node?.children.find((child) => child.text === text);
    return node;
  }

  has(node: TreeNode): boolean {
    if (!node.parent) return node === this.root;
    return node.parent.children.includes(node) && this.has(node.parent);
  }

  /** Whether nobody has put anything into it. */
  get empty(): boolean {
    return !this.root.children.length && !Object.keys(this.root.notes).length && !this.title;
  }

  place(node: TreeNode): PositionRef {
    return { game: this.game, options: this.options, ...(this.start ? { position: this.start } : {}), moves: node.texts };
  }

  packed(): Opening {
    return { key: this.key, game: this.game, options: this.options, ...(this.start ? { position: this.start } : {}),
      ...(this.title ? { title: this.title } : {}), tags: this.tags, notes: this.root.notes, tree: pack(this.root) };
  }

  /** The tags of its record, in a study of this name. */
  told(study: string): Record<string, string> {
    const { [STUDY]: _study, [CHAPTER]: _chapter, ...others } = this.tags;
    return { ...others, ...(study && { [STUDY]: study }), ...(this.title && { [CHAPTER]: this.title }) };
  }
}

/** A game that was read, as a chapter. */
export function openingOf({ game, options, start, tags, nodes }: ReadGame): Opening {
  const root = unlisted(nodes);
  return { game, options, position: start, tags, notes: root.notes, tree: pack(root) };
}

/** Games that were read, as a study of so many chapters. */
export function studyOf(games: readonly ReadGame[]): PackedStudy {
  const chapters = games.map(openingOf);
  const name = games[0]!.tags[STUDY];
  return { ...chapters[0]!, ...(name && { name }), ...(chapters.length > 1 && { chapters, chapter: 0 }) };
}
