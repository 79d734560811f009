// Moves with variations, as they are looked at in an analysis. Nothing here knows any rules.
import type { Colour } from "../net/messages";

/** A value from White's point of view: hundredths of a die, or moves to a win. */
export interface Value {
  score: number | null;
  mate: number | null;
}

export class TreeNode {
  children: TreeNode[] = $state([]);
  value: Value | null = $state.raw(null);
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

/** A tree as plain lists: a move's text, its notation, and what follows. */
export type Packed = [string, string, Packed[]];

export function pack(node: TreeNode): Packed[] {
  return node.children.map((child) => [child.text, child.notation, pack(child)]);
}

export function unpack(packed: readonly Packed[], into: TreeNode = newTree()): TreeNode {
  for (const [text, notation, rest] of packed) unpack(rest, into.play(text, notation));
  return into;
}

/** A tree as the server writes it: each node after its parent, with all that comes of it. */
export function listed(root: TreeNode): { parent: number | null; text: string; notation: string }[] {
  const found: { parent: number | null; text: string; notation: string }[] = [];
  const visit = (node: TreeNode, parent: number | null): void => {
    const own = found.push({ parent, text: node.text, notation: node.notation }) - 1;
    for (const child of node.children) visit(child, own);
  };
  visit(root, null);
  return found;
}

/** A tree as the server reads it. */
export function unlisted(nodes: readonly { parent: number | null; text: string; notation: string }[]): TreeNode {
  const made = [newTree()];
  for (const { parent, text, notation } of nodes.slice(1)) made.push(made[parent ?? 0]!.play(text, notation));
  return made[0]!;
}

/** The number before a move, as in "3." or "3...". */
export function numberOf(ply: number, startsBlack: boolean): { number: number; white: boolean } {
  const from = ply - 1 + (startsBlack ? 1 : 0);
  return { number: Math.floor(from / 2) + 1, white: from % 2 === 0 };
}
