// An analysis: a tree of moves, where we are in it, and what the engine thinks of it.
import type { View } from "../../../board/view";
import type { Mind } from "../net/mind";
import type { Thinking } from "../net/connection";
import type { InfoMessage, Line, Options, PositionRef } from "../../../wire/types";
import { why } from "../why";
import { TreeNode, newTree, numberOf, pack, unpack, type Notes, type Packed, type Value } from "./tree.svelte";

const PER_MOVE = 0.6;       // seconds of thinking for each position of a whole game
const LONG = 120;           // seconds for the position that is looked at

export interface Opening {
  game: string;
  options?: Options;
  position?: string;
  moves?: string[];
  tree?: Packed[];
  /** What a record says about the game as a whole. */
  tags?: Record<string, string>;
  notes?: Notes;
  /** The moves to the place where to begin to look. */
  at?: string[];
  /** What the address bar said meanwhile. */
  address?: string;
}

const KEPT = "eckstein.study";

/** The analysis of this tab, for a reload. */
export function recallStudy(): Opening | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Opening | null;
  } catch {
    return null;
  }
}

export function rememberStudy(opening: Opening): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(opening));
  } catch {
    // Nothing is lost but the way back after a reload.
  }
}

export class Study {
  game = $state("contra");
  options: Options = $state.raw({});
  start: string | undefined = $state();
  tags: Record<string, string> = $state.raw({});
  root: TreeNode = $state.raw(newTree());
  here: TreeNode = $state.raw(this.root);
  view: View | null = $state.raw(null);
  /** The start of the analysis, for what depends on who moves first. */
  startView: View | null = $state.raw(null);
  info: InfoMessage | null = $state.raw(null);
  thinking = $state(false);
  lines = $state(3);
  wrong = $state("");
  /** How far the analysis of the whole game is. */
  progress: { done: number; all: number } | null = $state(null);

  #views = new Map<string, View>();
  #thought: Thinking | null = null;
  #run = 0;

  constructor(readonly mind: Pick<Mind, "look" | "analyse">) {}

  get startsBlack(): boolean {
    return this.startView?.turn === "black";
  }

  /** From the start along the main line. */
  get mainline(): TreeNode[] {
    return [this.root, ...this.root.line];
  }

  /** The line that leads to where we are, and on from there. */
  get line(): TreeNode[] {
    return [this.root, ...this.here.path, ...this.here.line];
  }

  /** Begin anew; what is wrong with it is told in `wrong`. */
  async open(opening: Opening): Promise<void> {
    this.stop();
    this.#run++;
    this.game = opening.game;
    this.options = opening.options ?? {};
    this.start = opening.position;
    this.tags = opening.tags ?? {};
    this.root = newTree();
    this.wrong = "";
    this.view = this.startView = null;
    this.#views.clear();
    this.root.notes = opening.notes ?? {};
    if (opening.tree) unpack(opening.tree, this.root);
    this.here = this.root;
    await this.show(this.root);
    this.startView = this.view;
    const at = opening.at && find(this.root, opening.at);
    if (at) await this.show(at);
    if (opening.moves?.length) await this.#follow(opening.moves);
  }

  place(node: TreeNode = this.here): PositionRef {
    return { game: this.game, options: this.options, ...(this.start ? { position: this.start } : {}), moves: node.texts };
  }

  /** Go to a node of the tree. */
  async show(node: TreeNode): Promise<void> {
    this.here = node;
    this.info = null;
    const run = this.#run;
    try {
      const view = await this.look(node);
      if (this.here !== node || run !== this.#run) return;
      this.view = view;
      if (this.thinking && !this.progress) this.think();
    } catch (error) {
      if (run === this.#run) this.wrong = why(error);
    }
  }

  /** The view of a node; asked for once. */
  async look(node: TreeNode): Promise<View> {
    const key = node.texts.join(" ");
    const known = this.#views.get(key);
    if (known) return known;
    const view = await this.mind.look(this.place(node));
    this.#views.set(key, view);
    if (view.outcome) {
      node.over = view.outcome.winner ?? "draw";
      node.value = overValue(node.over);
    }
    return view;
  }

  /** Make a move from where we are: a new line, or one that is there already. */
  async play(text: string, notation: string): Promise<void> {
    await this.show(this.here.play(text, notation));
  }

  step(by: number): void {
    const to = by < 0 ? this.here.parent : this.here.children[0];
    if (to) void this.show(to);
  }

  think(): void {
    this.thinking = true;
    this.info = null;
    const node = this.here;
    if (this.view?.outcome) return;
    this.#thought = this.mind.analyse(this.place(node), this.lines, LONG, (info) => {
      if (this.here === node) this.info = info;
      if (info.lines[0]) note(node, info.lines[0]);
    }, (refusal) => {
      if (this.here === node && refusal) { this.wrong = why(refusal); this.thinking = false; }
    });
  }

  stop(): void {
    this.thinking = false;
    this.progress = null;
    this.#thought?.stop();
    this.#thought = null;
  }

  /** Think about every position of the main line, one after the other. */
  async whole(): Promise<void> {
    this.stop();
    const run = ++this.#run;
    const nodes = this.mainline;
    this.progress = { done: 0, all: nodes.length };
    for (const [done, node] of nodes.entries()) {
      if (run !== this.#run || !this.progress) return;
      this.progress = { done, all: nodes.length };
      await this.look(node).catch(() => null);
      if (!node.over) await this.#judge(node);
      if (run === this.#run && this.progress) await this.#reconsider(node);
    }
    if (run === this.#run) this.progress = null;
  }

  remove(node: TreeNode): void {
    const inside = this.here === node || this.here.path.includes(node);
    node.remove();
    if (inside && node.parent) void this.show(node.parent);
  }

  /** All that is needed to open it again. */
  packed(): Opening {
    return { game: this.game, options: this.options, ...(this.start ? { position: this.start } : {}),
      tags: this.tags, notes: this.root.notes, tree: pack(this.root), at: this.here.texts };
  }

  #judge(node: TreeNode): Promise<void> {
    return this.#value(this.place(node), (line) => note(node, line));
  }

  /** The engine's line for a position, told as it gets better. */
  #value(place: PositionRef, hear: (line: Line) => void): Promise<void> {
    return new Promise((done) => {
      this.#thought = this.mind.analyse(place, 1, PER_MOVE, (info) => { if (info.lines[0]) hear(info.lines[0]); }, () => done());
    });
  }

  /** After a move that loses by force the engine sees one ply further than before it. Whether the move is
   * to blame is asked from as near: if the engine's own move loses too, the game was lost already. */
  async #reconsider(node: TreeNode): Promise<void> {
    const { parent, value } = node;
    if (!parent?.best || parent.best === node.text || parent.value?.mate !== null || !value?.mate) return;
    const whiteMoved = numberOf(node.ply, this.startsBlack).white;
    if (value.mate > 0 === whiteMoved) return;
    let instead: Value | null = null;
    const place = this.place(parent);
    await this.#value({ ...place, moves: [...place.moves!, parent.best] }, (line) => { instead = valueOf(line); });
    const { mate } = (instead ?? parent.value) as Value;
    if (mate && mate > 0 !== whiteMoved) parent.value = { score: null, mate };
  }

  async #follow(moves: string[]): Promise<void> {
    for (const text of moves) {
      try {
        const view = await this.mind.look({ ...this.place(), moves: [...this.here.texts, text] });
        const told = view.last ?? { text, notation: text };
        this.here = this.here.play(told.text, told.notation);
        this.#views.set(this.here.texts.join(" "), view);
        if (view.outcome) {
          this.here.over = view.outcome.winner ?? "draw";
          this.here.value = overValue(this.here.over);
        }
        this.view = view;
      } catch (error) {
        this.wrong = why(error);
        return;
      }
    }
  }
}

function find(root: TreeNode, texts: readonly string[]): TreeNode | undefined {
  let node: TreeNode | undefined = root;
  for (const text of texts) node = node?.children.find((child) => child.text === text);
  return node;
}

function note(node: TreeNode, line: Line): void {
  node.value = valueOf(line);
  node.best = line.moves[0] ?? null;
}

export function valueOf(line: Line): Value {
  return { score: line.score, mate: line.mate };
}

function overValue(over: "white" | "black" | "draw"): Value {
  return over === "draw" ? { score: 0, mate: null } : { score: null, mate: over === "white" ? 1 : -1 };
}
