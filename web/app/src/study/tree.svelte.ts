// Moves with variations, as they are looked at in an analysis. Nothing here knows any rules.
import type { Colour, Line, MoveJudgement, ReadNode, TreeNode as Written } from "../../../wire/types";

/** A value from White's point of view: hundredths of a die, or moves to a win. */
export type Value = Pick<Line, "score" | "mate">;

/** What a record says about a move: before it, after it, with signs, and what it draws. */
export type Notes = Omit<Written, "parent" | "text" | "notation">;

/** A node as records have it. */
export type Told = Notes & Pick<ReadNode, "parent" | "text" | "notation">;

export class TreeNode {
  notes: Notes = $state.raw({});
  children: TreeNode[] = $state.raw([]);
  value: Value | null = $state.raw(null);
  /** The move that the value counts on. */
  best: string | null = $state.raw(null);
  /** The line that begins with it. */
  bestLine: Pick<Line, "moves" | "notation"> | null = $state.raw(null);
  /** What is wrong with the move that led here. */
  verdict: MoveJudgement | null = $state.raw(null);
  /** Whether of a variation that begins here only this move is shown. */
  folded = $state(false);
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
    const made = new TreeNode(this, text, notation, this.ply + 1);
    this.children = [...this.children, made];
    return made;
  }

  /** From here along the first moves to the end. */
  get line(): TreeNode[] {
    const found: TreeNode[] = [];
    for (let node = this.children[0]; node; node = node.children[0]) found.push(node);
    return found;
  }

  /** Make the line to this node the first one everywhere; gives what undoes that. */
  promote(): () => void {
    const before = this.path.map((node) => [node.parent!, node.parent!.children] as const);
    for (const node of this.path)
      node.parent!.children = [node, ...node.parent!.children.filter((sibling) => sibling !== node)];
    return () => { for (const [parent, children] of before) parent.children = children; };
  }

  /** Take this node away from the tree; gives what undoes that. */
  remove(): () => void {
    const { parent } = this;
    if (!parent) return () => {};
    const before = parent.children;
    parent.children = before.filter((child) => child !== this);
    return () => { parent.children = before; };
  }

  /** All nodes from here on. */
  get all(): TreeNode[] {
    return [this, ...this.children.flatMap((child) => child.all)];
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

/** Let what follows a node be what is packed; nodes that are there already stay, with all that is known of them. */
export function adopt(node: TreeNode, packed: readonly Packed[]): void {
  const children = packed.map(([text, notation, rest, notes]) => {
    const child = node.children.find((one) => one.text === text) ?? new TreeNode(node, text, notation, node.ply + 1);
    child.notes = notes ?? {};
    adopt(child, rest);
    return child;
  });
  if (children.length !== node.children.length || children.some((child, index) => child !== node.children[index])) node.children = children;
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
  for (const { parent, text, notation, ...notes } of nodes) {
    const node = parent === null ? newTree() : made[parent]!.play(text, notation);
    node.notes = cleaned(notes);
    made.push(node);
  }
  return made[0] ?? newTree();
}

/** Notes without what is empty. */
export function cleaned(notes: Notes): Notes {
  return Object.fromEntries(Object.entries(notes).filter(([, told]) => Array.isArray(told) ? told.length : told != null && told !== false)) as Notes;
}

/** The number before a move, as in "3." or "3...". */
export function numberOf(ply: number, startsBlack: boolean): { number: number; white: boolean } {
  const from = ply - 1 + (startsBlack ? 1 : 0);
  return { number: Math.floor(from / 2) + 1, white: from % 2 === 0 };
}
