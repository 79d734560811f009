// Picking a piece, a target and a way, whatever hand does it: pointer, finger, key or host.
import { isSwap, loses, movesFrom, originsOf, squaresAlong, targetOf } from "./moves";
import type { Move, Playable, View } from "./view";

export type Picking =
  | { at: "idle" }
  | { at: "picked"; origin: string }
  /** Several ways lead there; `chosen` is the number of the one pointed at, or -1. */
  | { at: "ways"; origin: string; target: string; ways: Move[]; chosen: number }
  | { at: "confirm"; origin: string; target: string; move: Move; why: Doubt };

/** Why a move is asked for again: the host wants it, it loses at once, or it changes places. */
export type Doubt = "asked" | "loses" | "swap";

export interface Listener {
  /** Something about what is picked, pointed at or shown in advance has changed. */
  changed(): void;
  /** A move was made; `rolled` if the piece already lies where it leads. */
  committed(move: Move, rolled: boolean): void;
}

export class Play {
  view: View | null = null;
  playable: Playable = "none";
  confirm = false;
  picking: Picking = { at: "idle" };
  /** The square under the pointer or the focus while something is picked. */
  pointed: string | null = null;
  offered: Move | null = null;
  private rolled = false;

  constructor(private listener: Listener) {}

  /** Show another position; what was picked stays picked only if the position is the same. */
  show(view: View | null): void {
    const same = view && this.view && view.position === this.view.position
      && view.ply === this.view.ply && view.position !== "";
    this.view = view;
    if (!same || !this.mayPlay()) this.reset();
    else this.listener.changed();
  }

  reset(): void {
    this.picking = { at: "idle" };
    this.pointed = null;
    this.offered = null;
    this.listener.changed();
  }

  mayPlay(): boolean {
    return this.view !== null && this.view.legal !== null && !this.view.outcome
      && (this.playable === "both" || this.playable === this.view.turn);
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

  point(square: string | null): void {
    if (square === this.pointed) return;
    this.pointed = square;
    this.listener.changed();
  }

  offer(text: string | null): void {
    this.offered = this.view?.legal?.find((move) => move.text === text) ?? null;
    this.listener.changed();
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
    if (picking.at === "idle") return false;
    return this.cancel();
  }

  private pressWay(place: string, picking: Picking & { at: "ways" }): boolean {
    if (place === picking.target) return picking.chosen >= 0 ? this.accept() : true;
    const through = picking.ways.filter((move) => distinctive(move).includes(place));
    return through.length === 1 && this.take(picking.origin, through[0]!);
  }

  pick(place: string | null): boolean {
    if (place !== null && !this.origins().has(place)) return false;
    this.picking = place === null ? { at: "idle" } : { at: "picked", origin: place };
    this.pointed = null;
    this.listener.changed();
    return true;
  }

  /** Let a dragged piece go where these moves lead; `rolled` if it lies there already. */
  drop(origin: string, target: string, moves: Move[], rolled: boolean): boolean {
    this.rolled = rolled && moves.length === 1;
    return this.go(origin, target, moves);
  }

  private go(origin: string, target: string, moves: Move[]): boolean {
    if (moves.length === 1) return this.take(origin, moves[0]!);
    this.picking = { at: "ways", origin, target, ways: moves, chosen: -1 };
    this.listener.changed();
    return true;
  }

  private take(origin: string, move: Move): boolean {
    const why = loses(move, this.view!) ? "loses"
      : isSwap(move) ? "swap" : this.confirm ? "asked" : null;
    if (!why) return this.commit(move);
    this.rolled = false;
    this.picking = { at: "confirm", origin, target: targetOf(move, origin), move, why };
    this.listener.changed();
    return true;
  }

  private commit(move: Move): boolean {
    const { rolled } = this;
    this.rolled = false;
    this.reset();
    this.listener.committed(move, rolled);
    return true;
  }

  /** A forced pass, where it is the only move. */
  pass(): boolean {
    const only = this.mayPlay() && this.view!.legal!.length === 1 ? this.view!.legal![0]! : null;
    return only?.steps[0]!.kind === "pass" && this.commit(only);
  }

  mustPass(): boolean {
    return this.mayPlay() && this.view!.legal!.length === 1
      && this.view!.legal![0]!.steps[0]!.kind === "pass";
  }

  /** Point at one of several ways; past the last comes the first. */
  choose(number: number): void {
    if (this.picking.at !== "ways") return;
    const count = this.picking.ways.length;
    const chosen = number < 0 ? count - 1 : number % count;
    if (chosen === this.picking.chosen) return;
    this.picking = { ...this.picking, chosen };
    this.listener.changed();
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
    if (this.picking.at === "idle" && !this.offered) return false;
    const { picking } = this;
    this.rolled = false;
    this.offered = null;
    if (picking.at === "ways" || picking.at === "confirm")
      return this.pick(picking.origin);
    return this.pick(null);
  }
}

/** The squares by which a way may be told from others: those it passes, and what is sent back. */
export function distinctive(move: Move): string[] {
  const sent = move.steps.filter((step) => step.kind === "return").map((step) => step.origin!);
  return [...squaresAlong(move).slice(1, -1), ...sent];
}
