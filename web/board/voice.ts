// What is told to those who listen: moves, what was picked, and what keys like m and l read.
import { inHand, movesFrom } from "./moves";
import type { Play } from "./play";
import { sayLast, sayMoves } from "./reading";
import { sayBattles, sayBy, sayMove, sayOutcome, sayPiece, sayWayChoice } from "./speech";
import { html } from "./svg";
import type { Move, View } from "./view";
import type { Say } from "./words";

export type Topic = "moves" | "last" | "battles" | "evaluation" | "help";

export class Voice {
  readonly root = html("div", { class: "live", role: "status" });
  private told = "";
  private topic = "";
  private part = 0;

  constructor(private say: () => Say, private play: Play) {}

  tell(text: string): void {
    // A live region is read when it changes: the same words again need some difference.
    this.root.textContent = this.root.textContent === text ? `${text}\u00a0` : text;
  }

  tellWord(key: string): void {
    this.tell(this.say()(key));
  }

  /** A move of one's own, as soon as it is made. */
  tellOwn(move: Move, view: View): void {
    this.told = `${view.ply + 1} ${move.text}`;
    this.tell(sayMove(this.say(), move, view.turn));
  }

  /** A view that has come: its last move, unless that was told already, and the end of the game. */
  tellView(view: View): void {
    const key = `${view.ply} ${view.last?.text}`;
    const parts = view.last && key !== this.told ? [sayBy(this.say(), view)] : [];
    if (view.outcome) parts.push(sayOutcome(this.say(), view));
    this.told = key;
    if (parts.length) this.tell(parts.join(". "));
  }

  /** What is picked now, or what is asked. */
  tellPicking(): void {
    const { picking, view } = this.play;
    const say = this.say();
    if (picking.at === "ways") {
      const list = picking.ways.map((move, i) => `${i + 1}, ${sayWayChoice(say, move)}`).join("; ");
      this.tell(say("ways.say", { count: picking.ways.length, list }));
    } else if (picking.at === "picked") {
      const piece = view!.pieces[picking.origin] ?? inHand(view!, picking.origin);
      this.tell(say("picked.say",
        { what: sayPiece(say, piece), count: this.play.targets().size }));
    } else if (picking.at === "confirm") this.tell(sayQuestion(say, picking.move, picking.why));
  }

  /** Read about a topic; asked for the moves again, it goes on with those not yet read. */
  read(what: Exclude<Topic, "evaluation">, focused: string): void {
    const view = this.play.view!;
    const say = this.say();
    if (what === "moves") return this.readMoves(view, focused);
    this.topic = "";
    if (what === "last") this.tell(sayLast(say, view));
    else if (what === "battles") this.tell(sayBattles(say, this.play.preview() ?? view.last));
    else this.tell(say(view.reserves ? "help.pieces" : "help"));
  }

  private readMoves(view: View, focused: string): void {
    const origin = this.play.origin() ?? (movesFrom(view, focused).length ? focused : null);
    const topic = `${view.ply} ${view.position} ${origin}`;
    this.part = topic === this.topic ? this.part + 1 : 0;
    this.topic = topic;
    this.tell(sayMoves(this.say(), view, origin, this.part));
  }
}

/** The question before a move is made: whether it is meant, and why one should think twice. */
export function sayQuestion(say: Say, move: Move, why: string): string {
  const reason = move.reason ? say(`reason.${move.reason}`) : "";
  return say(`confirm.${why}`, { move: move.notation, reason });
}
