// The state of the board: what is shown, picked, dragged, asked and set up, and what changes it.
//
// Drawing reads it; interaction and the host change it by its methods; whoever wants to know of
// changes listens. It needs no document, and calls nobody but listeners.
import { FilmState } from "./film";
import type { SoundKind } from "../space/motion";
import { distinctive, isPass, isSwap, loses, movesFrom, originsOf, squaresAlong, targetOf } from "../view/moves";
import type { Setup } from "./set-up";
import type { Settings } from "./settings";
import { DEFAULTS } from "./settings";
import { Signals } from "./signals";
import type { Own } from "../words/telling";
import type { BoardEvents, Drawing, Move, Pieces, View } from "../view/view";
import type { Catalogue, Say } from "../words/words";
import { english, speaker } from "../words/words";

export type Picking =
  | { at: "idle" }
  | { at: "picked"; origin: string }
  /** Several ways lead there; `chosen` is the number of the one pointed at, or -1. */
  | { at: "ways"; origin: string; target: string; ways: Move[]; chosen: number }
  | { at: "confirm"; origin: string; target: string; move: Move; why: ConfirmReason };

/** Why a move is asked for again: the host wants it, it loses at once, or it changes places. */
export type ConfirmReason = "asked" | "loses" | "swap";

/** What listeners of the state are told. */
export interface StateSignals {
  /** Something has changed that is drawn. */
  change: [];
  /** Another square has the focus, or its ring is shown or hidden. */
  cursor: [];
  /** All words are in another language. */
  words: [];
  setting: [name: keyof Settings];
  evaluation: [text: string];
  /** The host has said why a square cannot be reached. */
  explained: [why: string];
  /** A view of the host's is about to be shown. */
  arrival: [view: View];
  /** The user has made a move in a view; `rolled` if the piece already lies where it leads. */
  commit: [move: Move, before: View, rolled: boolean];
  sound: [kind: SoundKind];
  /** An event for the host. */
  event: { [K in keyof BoardEvents]: [name: K, detail: BoardEvents[K]] }[keyof BoardEvents];
}

const NOTHING: Drawing = { arrows: [], marks: [] };

export class BoardState extends Signals<StateSignals> {
  readonly settings: Settings = { ...DEFAULTS };
  catalogue: Catalogue = english;
  say: Say = speaker(english);

  /** What the host or the film has set last. */
  given: View | null = null;
  /** What stands on the board, or is just moving there. */
  shown: View | null = null;
  /** The view to which something moves now, and those that wait until it stands. */
  coming: View | null = null;
  waiting: View[] = [];
  /** The user's own move, until the host has confirmed or refused it. */
  pending: { before: View; move: Move } | null = null;

  picking: Picking = { at: "idle" };
  /** The position with what may be done in advance while the opponent thinks; and what is to be done. */
  ahead: View | null = null;
  premove: Move | null = null;
  /** The square under the pointer or the focus while something is picked. */
  pointed: string | null = null;
  /** A square that cannot be reached, and why, once the host has said so. */
  refused: { origin: string; square: string; pressed: boolean; why: string } | null = null;
  /** The move that the host shows in advance. */
  offered: Move | null = null;
  /** While a piece is dragged: the moves that letting go of it here may mean. */
  dragged: Move[] | null = null;
  /** The square that has the focus, or had it last, and whether a ring shows it. */
  cursor: string | null = null;
  ringed = false;

  /** Arrows and marks of the host, and the user's. */
  hostDrawing = NOTHING;
  userDrawing = NOTHING;
  evaluation = "";

  readonly film = new FilmState();
  /** The position that is being set up by hand. */
  setup: Setup | null = null;
  private settingUp = false;

  private rolled = false;
  private reported = { origin: null as string | null, preview: null as string | null };

  /** Something that is drawn has changed; the host hears what is picked and shown in advance. */
  changed(): void {
    this.emit("change");
    if (!this.view) return;
    const [origin, preview] = [this.origin(), this.preview()?.text ?? null];
    const before = this.reported;
    this.reported = { origin, preview };
    if (origin !== before.origin) this.emit("event", "pick", { square: origin });
    if (preview !== before.preview) this.emit("event", "preview", { text: preview });
  }

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    if (this.settings[name] === value) return;
    this.settings[name] = value;
    this.emit("setting", name);
    if (name === "playable") this.reset();
  }

  /** Look from the other side. */
  flip(): void {
    this.set("orientation", this.settings.orientation === "white" ? "black" : "white");
  }

  setCatalogue(catalogue: Catalogue): void {
    this.catalogue = catalogue;
    this.say = speaker(catalogue);
    this.emit("words");
    this.changed();
  }

  /** The view in which something can be done: none once the host has taken it away. */
  get view(): View | null {
    const { ahead, shown } = this;
    return this.given && (ahead && ahead.position === shown?.position ? ahead : shown);
  }

  /** The view as it is drawn: with what is set up in place of what lies there. */
  get drawn(): View | null {
    const { setup } = this, view = this.given && this.shown;
    return view && setup ? { ...view, pieces: setup.pieces, reserves: null, last: null,
      threats: [], check: false } : view;
  }

  /** A view stands; what was picked stays picked only if the position is the same. */
  show(view: View): void {
    const { shown } = this;
    this.shown = view;
    const same = view.position === shown?.position && view.ply === shown.ply
      && view.position !== "";
    if (same && this.mayPlay()) this.changed();
    else this.reset();
  }

  /** The host has taken its view away: nothing can be done any more. */
  clear(): void {
    this.given = null;
    this.reset();
  }

  /** Nothing is picked, pointed at or shown in advance any more. */
  reset(): void {
    this.picking = { at: "idle" };
    this.pointed = this.offered = this.dragged = this.refused = null;
    this.changed();
  }

  mayPlay(): boolean {
    const { view, settings: { playable } } = this;
    return view !== null && view.legal !== null && !view.outcome
      && (playable === "both" || playable === view.turn);
  }

  /** All squares and reserves from which a move can be made now. */
  origins(): Set<string> {
    return new Set(this.mayPlay() ? this.view!.legal!.flatMap(originsOf) : []);
  }

  origin(): string | null {
    return this.picking.at === "idle" ? null : this.picking.origin;
  }

  /** The moves of what is picked, by target. */
  targets(): Map<string, Move[]> {
    const origin = this.origin();
    const found = new Map<string, Move[]>();
    if (!origin || !this.view) return found;
    for (const move of movesFrom(this.view, origin)) {
      const target = targetOf(move, origin);
      found.set(target, [...(found.get(target) ?? []), move]);
    }
    return found;
  }

  /** The ways that are to be drawn: those in question, or those to the square pointed at. */
  ways(): Move[] {
    if (this.offered) return [this.offered];
    if (this.picking.at === "ways") return this.picking.ways;
    if (this.picking.at === "confirm") return [this.picking.move];
    return (this.pointed && this.targets().get(this.pointed)) || [];
  }

  /** The one move that is shown in advance, if it is just one. */
  preview(): Move | null {
    if (!this.offered && this.picking.at === "ways")
      return this.picking.ways[this.picking.chosen] ?? null;
    const ways = this.ways();
    return ways.length === 1 ? ways[0]! : null;
  }

  /** Who of the battles of a move in this view is the user: of the last one, or of one to come. */
  side(move: Move, view = this.view): Own {
    const { playable } = this.settings;
    const last = move === view?.last;
    if (playable === "none" || (playable === "both" && last)) return null;
    return (playable === "both" || playable === view?.turn) !== last ? "attacker" : "defender";
  }

  point(square: string | null): void {
    if (square === this.pointed) return;
    this.pointed = square;
    if (!this.refused?.pressed) this.refused = null;
    this.changed();
  }

  /** The square pointed at, if what is picked cannot go there and nothing else is meant by it. */
  beyond(): string | null {
    const { picking, pointed, dragged } = this;
    if (picking.at !== "picked" || dragged || pointed === null || pointed === picking.origin) return null;
    return this.targets().has(pointed) || this.origins().has(pointed) ? null : pointed;
  }

  /** Ask the host why what is picked cannot go to a square, which was pressed or just pointed at. */
  refuse(origin: string, square: string, pressed: boolean): void {
    // In advance nobody knows yet.
    if (this.view === this.ahead) return;
    this.refused = { origin, square, pressed, why: "" };
    this.emit("event", "refused", { origin, square });
  }

  /** The host's answer; one that comes too late is ignored. */
  explain(origin: string, square: string, why: string): void {
    const { refused } = this;
    if (refused?.origin !== origin || refused.square !== square) return;
    this.refused = { ...refused, why };
    this.emit("explained", why);
    this.changed();
  }

  offer(text: string | null): void {
    this.offered = this.view?.legal?.find((move) => move.text === text) ?? null;
    this.changed();
  }

  /** Press a square, or a letter in reserve. Returns whether that meant anything. */
  press(place: string): boolean {
    this.rolled = false;
    this.offered = null;
    const { picking } = this;
    if (picking.at === "confirm" && place === picking.target) return this.accept();
    if (picking.at === "ways" && this.pressWay(place, picking)) return true;
    if (picking.at === "picked") {
      if (place === picking.origin) return this.pick(null);
      const moves = this.targets().get(place);
      if (moves) return this.go(picking.origin, place, moves);
    }
    if (this.origins().has(place)) return this.pick(place);
    if (picking.at === "idle") return this.plan(null);
    const cancelled = this.cancel();
    if (picking.at === "picked") this.refuse(picking.origin, place, true);
    return cancelled;
  }

  private pressWay(place: string, picking: Picking & { at: "ways" }): boolean {
    if (place === picking.target) return picking.chosen >= 0 ? this.accept() : true;
    const through = picking.ways.filter((move) => distinctive(move).includes(place));
    return through.length === 1 && this.take(picking.origin, through[0]!);
  }

  pick(place: string | null): boolean {
    if (place !== null && !this.origins().has(place)) return false;
    this.picking = place === null ? { at: "idle" } : { at: "picked", origin: place };
    this.pointed = this.offered = this.dragged = this.refused = null;
    this.plan(null);
    return true;
  }

  /** What is to be done at the next turn, before it comes; null takes it back. Returns whether that is new. */
  plan(move: Move | null): boolean {
    const fresh = this.premove !== move;
    this.premove = move;
    this.refused = null;
    this.changed();
    if (fresh) this.emit("event", "premove", { text: move?.text ?? null });
    return fresh;
  }

  /** A piece is dragged: what letting go of it here may mean, and the square it is over. */
  drag(moves: Move[], over: string | null): void {
    this.dragged = moves;
    this.pointed = over;
    this.changed();
  }

  /** A dragged piece lies again where it was taken from. */
  dragEnded(): void {
    this.dragged = null;
    this.changed();
  }

  /** Let a dragged piece go where these moves lead; `rolled` if it lies there already. */
  drop(origin: string, target: string, moves: Move[], rolled: boolean): boolean {
    this.dragged = null;
    this.rolled = rolled && moves.length === 1;
    return this.go(origin, target, moves);
  }

  private go(origin: string, target: string, moves: Move[]): boolean {
    if (moves.length === 1) return this.take(origin, moves[0]!);
    this.picking = { at: "ways", origin, target, ways: moves, chosen: -1 };
    this.changed();
    return true;
  }

  private take(origin: string, move: Move): boolean {
    const why = loses(move, this.view!) ? "loses"
      : isSwap(move) ? "swap" : this.settings.confirm ? "asked" : null;
    if (!why) return this.commit(move);
    this.rolled = false;
    this.picking = { at: "confirm", origin, target: targetOf(move, origin), move, why };
    this.changed();
    return true;
  }

  private commit(move: Move): boolean {
    const { rolled } = this;
    const before = this.view!;
    this.rolled = false;
    this.reset();
    if (before === this.ahead) return this.plan(move);
    if (this.cursor) this.cursor = squaresAlong(move).at(-1) ?? this.cursor;
    this.emit("commit", move, before, rolled);
    this.emit("event", "move", { text: move.text, notation: move.notation });
    return true;
  }

  /** The pass that is the only move, if it is. */
  forcedPass(): Move | null {
    const only = this.mayPlay() && this.view!.legal!.length === 1 ? this.view!.legal![0]! : null;
    return only && isPass(only) ? only : null;
  }

  pass(): boolean {
    const pass = this.forcedPass();
    return pass !== null && this.commit(pass);
  }

  /** Point at one of several ways; past the last comes the first. */
  choose(number: number): void {
    if (this.picking.at !== "ways") return;
    const count = this.picking.ways.length;
    const chosen = number < 0 ? count - 1 : number % count;
    if (chosen === this.picking.chosen) return;
    this.picking = { ...this.picking, chosen };
    this.changed();
  }

  /** Take the way pointed at, or confirm. */
  accept(): boolean {
    const { picking } = this;
    if (picking.at === "confirm") return this.commit(picking.move);
    if (picking.at !== "ways" || picking.chosen < 0) return false;
    return this.take(picking.origin, picking.ways[picking.chosen]!);
  }

  /** One step back: from a question to what is picked, from there to nothing. */
  cancel(): boolean {
    if (this.picking.at === "idle" && !this.offered) return this.plan(null);
    const { picking } = this;
    this.rolled = false;
    return this.pick(picking.at === "ways" || picking.at === "confirm" ? picking.origin : null);
  }

  /** A square has the focus, with a ring around it or not. */
  focus(square: string | null, ringed: boolean): void {
    this.cursor = square ?? this.cursor;
    if (ringed && this.picking.at === "picked") this.point(square);
    this.ringed = ringed;
    this.emit("cursor");
  }

  /** What may be done in advance from now on; null for nothing. */
  setAhead(view: View | null): void {
    this.ahead = view;
    this.premove = null;
    this.reset();
  }

  /** The host's arrows and marks, or some of them. */
  setHostDrawing(drawing: Partial<Drawing>): void {
    this.hostDrawing = { ...this.hostDrawing, ...drawing };
    this.changed();
  }

  /** The user has drawn this, or without it taken all away. */
  setUserDrawing(drawing = NOTHING): void {
    this.userDrawing = drawing;
    this.changed();
    this.emit("event", "draw", drawing);
  }

  setEvaluation(text: string): void {
    this.evaluation = text;
    this.emit("evaluation", text);
  }

  /** Begin or end setting up; before the first view it begins with that. With pieces, go on from them. */
  setUp(on: boolean, pieces?: Pieces): void {
    if (pieces && this.setup) this.changeSetup({ ...this.setup, pieces, chosen: null });
    if (on === this.settingUp) return;
    this.settingUp = on;
    if (on) this.beginSetup();
    else if (this.shown) {
      this.setup = null;
      this.reset();
    }
  }

  /** Set up from what stands on the board, if it is to be set up. */
  beginSetup(): void {
    if (!this.settingUp || !this.shown) return;
    const { position, pieces } = this.shown;
    this.setup = { from: position, pieces, tool: null, chosen: null };
    this.reset();
  }

  /** Choose what a press on a square does from now on. */
  takeTool(tool: Setup["tool"]): void {
    this.setup = { ...this.setup!, tool };
    this.changed();
  }

  /** A step of the set-up has led to this. */
  changeSetup(setup: Setup): void {
    this.setup = setup;
    this.changed();
    this.emit("event", "setup", { pieces: setup.pieces });
  }
}
