// Moves with variations, as they are looked at in an analysis. Nothing here knows any rules.
import type { Colour, Line, ReadNode, TreeNode as Written } from "../../../wire/types";

/** A value from White's point of view: hundredths of a die, or moves to a win. */
export type Value = Pick<Line, "score" | "mate">;

/** What a record says about a move: before it, after it, and with signs. */
export type Notes = Pick<Written, "opening" | "comments" | "glyphs">;

/** A node as records have it. */
export type Told = Notes & Pick<ReadNode, "parent" | "text" | "notation">;

export class TreeNode {
  notes: Notes = {};
  children: TreeNode[] = $state([]);
  value: Value | null = $state.raw(null);
  /** The move that the value counts on. */
  best: string | null = $state.raw(null);
  /** The winner or a draw, where the game is over. */
  over: Colour | "draw" | null = $state.raw(null);

  constructor(
    readonly parent: TreeNode | null,
    readonly text: string,
    readonly notation: string,
    /** How many moves led here. */
    readonly ply: number,
  ) {}

  /** The moves from the start to here. */
  get path(): TreeNode[] {
    const found: TreeNode[] = [];
    for (let node: TreeNode = this; node.parent; node = node.parent) found.unshift(node);
    return found;
  }

  get texts(): string[] {
    return this.path.map((node) => node.text);
  }

  /** The node that a move leads to; made if it is new. */
  play(text: string, notation: string): TreeNode {
    const known = this.children.find((child) => child.text === text);
    if (known) return known;
    this.children.push(new TreeNode(this, text, notation, this.ply + 1));
    return this.children.at(-1)!;
  }

  /** From here along the first moves to the end. */
  get line(): TreeNode[] {
    const found: TreeNode[] = [];
    for (let node = this.children[0]; node; node = node.children[0]) found.push(node);
    return found;
  }

  /** Make the line to this node the first one everywhere. */
  promote(): void {
    for (const node of this.path) {
      const siblings = node.parent!.children;
      node.parent!.children = [node, ...siblings.filter((sibling) => sibling !== node)];
    }
  }

  /** Take this node away from the tree. */
  remove(): void {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
  }
}

export function newTree(): TreeNode {
  return new TreeNode(null, "", "", 0);
}

/** A tree as plain lists: a move's text, its notation, what follows, and what is said about it. */
export type Packed = [text: string, notation: string, rest: Packed[], notes?: Notes];

export function pack(node: TreeNode): Packed[] {
  return node.children.map((child) => {
    const { text, notation, notes } = child;
    return Object.keys(notes).length ? [text, notation, pack(child), notes] : [text, notation, pack(child)];
  });
}

export function unpack(packed: readonly Packed[], into: TreeNode = newTree()): TreeNode {
  for (const [text, notation, rest, notes] of packed) {
    const node = into.play(text, notation);
    if (notes) node.notes = notes;
    unpack(rest, node);
  }
  return into;
}

/** A tree as the server writes it: each node after its parent, with all that comes of it. */
export function listed(root: TreeNode): Told[] {
  const found: Told[] = [];
  const visit = (node: TreeNode, parent: number | null): void => {
    const { text, notation, notes } = node;
    const own = found.push({ parent, text, notation, ...notes }) - 1;
    for (const child of node.children) visit(child, own);
  };
  visit(root, null);
  return found;
}

/** A tree as the server reads it. */
export function unlisted(nodes: readonly Told[]): TreeNode {
  const made: TreeNode[] = [];
  for (const { parent, text, notation, opening = [], comments = [], glyphs = [] } of nodes) {
    const node = parent === null ? newTree() : made[parent]!.play(text, notation);
    if (opening.length) node.notes.opening = opening;
    if (comments.length) node.notes.comments = comments;
    if (glyphs.length) node.notes.glyphs = glyphs;
    made.push(node);
  }
  return made[0] ?? newTree();
}

/** The number before a move, as in "3." or "3...". */
export function numberOf(ply: number, startsBlack: boolean): { number: number; white: boolean } {
  const from = ply - 1 + (startsBlack ? 1 : 0);
  return { number: Math.floor(from / 2) + 1, white: from % 2 === 0 };
}
