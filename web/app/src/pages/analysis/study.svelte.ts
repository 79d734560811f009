// A study: chapters with trees of moves, where we are in them, what is said about moves, and what the engine
// thinks of them.
import type { View } from "../../../../board/view/view";
import type { Mind } from "../../net/mind";
import { Newest } from "../../net/newest";
import type { Thinking } from "../../net/connection";
import type { InfoMessage, Line, MoveJudgement, MoveValues, Options, PositionRef } from "../../../../wire/types";
import { why } from "../../words/why";
import { newId } from "../../net/outbox";
import { Chapter, contentOf, type Content, type Opening, type PackedStudy, type Shared } from "../../study/chapters.svelte";
import { History } from "./history.svelte";
import { TreeNode, cleaned, numberOf, type Notes, type Value } from "../../study/tree.svelte";
import { valueOf } from "../../study/value";

const PER_MOVE = 0.6;       // seconds of thinking for each position of a whole game
const LONG = 120;           // seconds for the position that is looked at

/** Where we are: in which chapter, and at which of its positions. */
interface Spot { chapter: Chapter; node: TreeNode }

type Judge = (moves: MoveValues[]) => Promise<MoveJudgement[]>;

export class Study {
  /** Where the study is kept; null as long as it is only in this tab. */
  id: string | null = $state(null);
  /** Where others write it, too. */
  shared: Shared | null = $state.raw(null);
  name = $state("");
  chapters: Chapter[] = $state.raw([new Chapter({ game: "contra" })]);
  chapter: Chapter = $state.raw(this.chapters[0]!);
  here: TreeNode = $state.raw(this.chapter.root);
  view: View | null = $state.raw(null);
  info: InfoMessage | null = $state.raw(null);
  thinking = $state(false);
  lines = $state(3);
  wrong = $state("");
  /** How far the analysis of the whole game is. */
  progress: { done: number; all: number } | null = $state(null);
  readonly history = new History<Spot>();

  #views = new WeakMap<TreeNode, View>();
  #shown = new Newest();
  #thought: Thinking | null = null;
  #run = 0;

  /** @param judges tells what is wrong with moves, by their values */
  constructor(readonly mind: Pick<Mind, "look" | "analyse">, readonly judges: Judge) {}

  get game(): string { return this.chapter.game; }
  get options(): Options { return this.chapter.options; }
  get start(): string | undefined { return this.chapter.start; }
  get tags(): Record<string, string> { return this.chapter.tags; }
  get root(): TreeNode { return this.chapter.root; }

  get startsBlack(): boolean {
    return this.chapter.startView?.turn === "black";
  }

  /** From the start along the main line. */
  get mainline(): TreeNode[] {
    return [this.root, ...this.root.line];
  }

  /** The line that leads to where we are, and on from there. */
  get line(): TreeNode[] {
    return [this.root, ...this.here.path, ...this.here.line];
  }

  /** Begin anew; gives whether it can be shown, else what is wrong with it is told in `wrong`. */
  async open(study: PackedStudy): Promise<boolean> {
    this.history.clear();
    this.id = study.id ?? null;
    this.shared = study.shared ?? null;
    this.name = study.name ?? "";
    this.wrong = "";
    this.chapters = contentOf(study).chapters.map((one) => new Chapter(one));
    const at = Math.min(study.chapter ?? 0, this.chapters.length - 1);
    const chapter = this.chapters[at]!;
    const node = study.at && chapter.find(study.at);
    await this.enter(chapter, node ?? chapter.root);
    return this.view !== null || !this.wrong;
  }

  /** Become what another tab has made of it: what was done here before can no longer be undone. */
  async take({ name, chapters }: Content): Promise<void> {
    this.history.clear();
    this.name = name;
    const before = this.chapters;
    this.chapters = chapters.map((one) => {
      const known = before.find((chapter) => chapter.key === one.key);
      known?.take(one);
      return known ?? new Chapter(one);
    });
    await this.#visit(this.#spot());
  }

  /** What it says, wherever we are in it. */
  content(): Content {
    return { name: this.name, chapters: this.chapters.map((chapter) => chapter.packed()) };
  }

  /** Go to a chapter. */
  async enter(chapter: Chapter, node = chapter.here): Promise<void> {
    this.stop();
    this.#run++;
    this.chapter.here = this.here;
    this.chapter = chapter;
    this.view = null;
    this.here = node;
    if (!chapter.startView) {
      this.here = chapter.root;
      await this.show(chapter.root);
      chapter.startView = await this.look(chapter.root).catch(() => null);
      if (this.here !== chapter.root) return;       // somebody did not wait for it
    }
    if (this.chapter === chapter) await this.show(node);
  }

  place(node: TreeNode = this.here): PositionRef {
    return this.chapter.place(node);
  }

  /** Go to a node of the tree. */
  async show(node: TreeNode): Promise<void> {
    this.here = node;
    this.info = null;
    this.wrong = "";
    const run = this.#run;
    try {
      const view = this.#views.get(node) ?? await this.#shown.ask(async () => this.here === node ? this.look(node) : null);
      if (!view || this.here !== node || run !== this.#run) return;
      this.view = view;
      if (this.thinking && !this.progress) this.think();
    } catch (error) {
      if (run === this.#run) this.wrong = why(error);
    }
  }

  /** The view of a node; asked for once. */
  async look(node: TreeNode): Promise<View> {
    const known = this.#views.get(node);
    if (known) return known;
    const view = await this.mind.look(this.place(node));
    this.#views.set(node, view);
    if (view.outcome) {
      node.over = view.outcome.winner ?? "draw";
      node.value = overValue(node.over);
    }
    return view;
  }

  /** Make a move from where we are: a new line, or one that is there already. */
  async play(text: string, notation: string): Promise<void> {
    await this.enterLine([text], [notation]);
  }

  /** Make several moves from a node on, as one change, and go to the last of them. */
  async enterLine(texts: readonly string[], notations: readonly string[], from = this.here): Promise<void> {
    let node = from, grown: { parent: TreeNode; before: TreeNode[] } | null = null;
    for (const [index, text] of texts.entries()) {
      const parent: TreeNode = node, before: TreeNode[] = parent.children;
      node = parent.play(text, notations[index]!);
      if (!grown && parent.children !== before) grown = { parent, before };
    }
    if (grown) {
      const { parent, before } = grown, after = parent.children;
      this.#note(() => { parent.children = before; }, () => { parent.children = after; }, node);
    }
    await this.show(node);
  }

  /** So many moves back, or on along the first line. */
  step(by: number): void {
    let to = this.here;
    for (let left = Math.abs(by); left; left--) to = (by < 0 ? to.parent : to.children[0]) ?? to;
    if (to !== this.here) void this.show(to);
  }

  think(): void {
    this.thinking = true;
    this.info = null;
    this.wrong = "";
    const node = this.here;
    if (this.view?.outcome) return;
    this.#thought = this.mind.analyse(this.place(node), this.lines, LONG, (info) => {
      if (this.here === node) this.info = info;
      if (info.lines[0]) note(node, info.lines[0]);
    }, (refusal) => {
      void this.#verdicts([node, ...node.children]);
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
      if (node.parent) await this.#verdicts([node]);
    }
    if (run === this.#run) this.progress = null;
  }

  remove(node: TreeNode): void {
    const { parent } = node;
    if (!parent) return;
    const undo = node.remove();
    const inside = !this.chapter.has(this.here);
    this.#note(undo, () => void node.remove(), inside ? parent : this.here);
    if (inside) void this.show(parent);
  }

  promote(node: TreeNode): void {
    if (node.path.every((one) => one.parent!.children[0] === one)) return;
    this.#note(node.promote(), () => void node.promote(), this.here);
  }

  /** Say something else about a move, or draw something else after it. */
  annotate(node: TreeNode, told: Notes): void {
    const before = node.notes, after = cleaned({ ...before, ...told });
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    node.notes = after;
    const field = Object.keys(told).join();
    this.#note(() => { node.notes = before; }, () => { node.notes = after; }, node,
      field === "comments" ? `${this.chapters.indexOf(this.chapter)} ${node.texts.join(" ")} ${field}` : undefined);
    this.keep();
  }

  /** Give the study, or a chapter, another name. */
  call(what: { name: string } | { title: string; chapter: Chapter }): void {
    const put = "name" in what ? (text: string) => { this.name = text; } : (text: string) => { what.chapter.title = text; };
    const [before, after] = "name" in what ? [this.name, what.name] : [what.chapter.title, what.title];
    if (before === after) return;
    put(after);
    this.#note(() => put(before), () => put(after), this.here, "name" in what ? "name" : `title ${this.chapters.indexOf(what.chapter)}`);
    this.keep();
  }

  /** Add a chapter and go there; an empty study becomes it. */
  async add(opening: Opening): Promise<void> {
    const chapter = new Chapter(opening);
    await this.#arrange(this.chapters.length === 1 && this.chapter.empty && !this.id ? [chapter] : [...this.chapters, chapter], chapter);
  }

  /** Take a chapter away; the last one stays. */
  async drop(chapter: Chapter): Promise<void> {
    if (this.chapters.length < 2) return;
    const at = this.chapters.indexOf(chapter);
    const left = this.chapters.filter((one) => one !== chapter);
    await this.#arrange(left, this.chapter === chapter ? left[Math.max(0, at - 1)]! : this.chapter);
  }

  /** Move a chapter up or down in the list. */
  async move(chapter: Chapter, by: -1 | 1): Promise<void> {
    const at = this.chapters.indexOf(chapter), order = [...this.chapters];
    if (!order[at + by]) return;
    order[at] = order[at + by]!;
    order[at + by] = chapter;
    await this.#arrange(order, this.chapter);
  }

  async undo(): Promise<void> {
    await this.#visit(this.history.undo());
  }

  async redo(): Promise<void> {
    await this.#visit(this.history.redo());
  }

  /** All that is needed to open it again. */
  packed(): PackedStudy {
    const { chapters, chapter, id, name, shared } = this;
    return { ...chapter.packed(), at: this.here.texts, ...(id && { id }), ...(name && { name }), ...(shared && { shared }),
      ...(chapters.length > 1 && { chapters: chapters.map((one) => one.packed()), chapter: chapters.indexOf(chapter) }) };
  }

  /** From here on it is kept in this browser. Whoever writes something wants that; whoever only makes moves
   * leaves nothing behind. */
  keep(): void {
    this.id ??= newId();
  }

  async #arrange(chapters: Chapter[], open: Chapter): Promise<void> {
    const before = this.chapters, replaced = before.length === 1 && !chapters.includes(before[0]!);
    const spot = { chapter: open, node: open === this.chapter ? this.here : open.here };
    this.chapters = chapters;
    this.history.did({ undo: () => { this.chapters = before; }, redo: () => { this.chapters = chapters; },
      before: this.#spot(), after: spot });
    if (!replaced) this.keep();
    if (open !== this.chapter) await this.enter(open);
  }

  #spot(node = this.here): Spot {
    return { chapter: this.chapter, node };
  }

  #note(undo: () => void, redo: () => void, after: TreeNode, name?: string): void {
    this.history.did({ undo, redo, before: this.#spot(), after: this.#spot(after), ...(name !== undefined && { name }) });
  }

  async #visit(spot: Spot | null): Promise<void> {
    if (!spot) return;
    const chapter = this.chapters.includes(spot.chapter) ? spot.chapter : this.chapters[0]!;
    let node = spot.chapter === chapter ? spot.node : chapter.root;
    while (!chapter.has(node)) node = node.parent!;
    if (chapter !== this.chapter) await this.enter(chapter, node);
    else if (node !== this.here) await this.show(node);
  }

  /** Ask what is wrong with the moves to these nodes, as far as the values before and after them are known. */
  async #verdicts(nodes: readonly TreeNode[]): Promise<void> {
    const known = nodes.filter((node) => node.value && node.parent?.value);
    for (const node of known) if (node.parent!.best === node.text) node.verdict = null;
    const asked = known.filter((node) => node.parent!.best !== node.text);
    if (!asked.length) return;
    const told = await this.judges(asked.map((node) => ({ turn: this.mover(node), before: node.parent!.value!, after: node.value! }))).catch(() => []);
    for (const [index, verdict] of told.entries()) asked[index]!.verdict = verdict;
  }

  /** Who made the move to a node. */
  mover(node: TreeNode): "white" | "black" {
    return numberOf(node.ply, this.startsBlack).white ? "white" : "black";
  }

  /** Think about a position for a moment, and judge the move that led there. */
  async examine(node: TreeNode): Promise<void> {
    this.stop();
    for (const one of [node.parent!, node]) {
      await this.look(one).catch(() => null);
      if (!one.over && !one.value) await this.#judge(one);
    }
    await this.#reconsider(node);
    await this.#verdicts([node]);
  }

  /** Whether a move from a node is judged to be a bad one; it does not become part of the tree. */
  async tried(from: TreeNode, text: string, notation: string): Promise<boolean> {
    const node = from.children.find((child) => child.text === text) ?? new TreeNode(from, text, notation, from.ply + 1);
    await this.examine(node);
    return node.verdict?.judgement != null;
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
    const whiteMoved = this.mover(node) === "white";
    if (value.mate > 0 === whiteMoved) return;
    let instead: Value | null = null;
    const place = this.place(parent);
    await this.#value({ ...place, moves: [...place.moves!, parent.best] }, (line) => { instead = valueOf(line); });
    const { mate } = (instead ?? parent.value) as Value;
    if (mate && mate > 0 !== whiteMoved) parent.value = { score: null, mate };
  }
}

function note(node: TreeNode, line: Line): void {
  node.value = valueOf(line);
  node.best = line.moves[0] ?? null;
  node.bestLine = line.moves.length ? { moves: line.moves, notation: line.notation } : null;
}

function overValue(over: "white" | "black" | "draw"): Value {
  return over === "draw" ? { score: 0, mate: null } : { score: null, mate: over === "white" ? 1 : -1 };
}
