// What is told to those who listen: moves, what was picked, and what keys like m and l read.
import { reservePiece, movesFrom } from "../view/moves";
import { sayLast, sayMatters, sayMoves } from "./reading";
import { sayBattles, sayBy, sayMove, sayOutcome, sayQuestion, sayWayChoice } from "../words/telling";
import { sayPiece } from "../words/speech";
import type { BoardState } from "../state/state";
import { html } from "../drawing/svg";
import type { Move, View } from "../view/view";

type Topic = "moves" | "last" | "matters" | "evaluation" | "help";

export class Announcer {
  readonly root = html("div", { class: "live", role: "status" });
  private told = "";
  private topic = "";
  private part = 0;
  /** Whether the evaluation was asked for and has not come yet. */
  private awaited = false;

  constructor(private state: BoardState) {
    state.on("commit", (move, before) => this.tellOwn(move, before));
    state.on("arrival", (view) => this.tellView(view));
    state.on("evaluation", (text) => this.evaluated(text));
    state.on("explained", (why) => this.tell(why));
    state.on("event", (...[name]) => { if (name === "premove") this.tellPremove(); });
    if (state.shown) this.tellView(state.shown);
  }

  tell(text: string): void {
    // A live region is read when it changes: the same words again need some difference.
    this.root.textContent = this.root.textContent === text ? `${text}\u00a0` : text;
  }

  tellWord(key: string): void {
    this.tell(this.state.say(key));
  }

  /** A move of one's own, as soon as it is made. */
  private tellOwn(move: Move, view: View): void {
    this.told = `${view.ply + 1} ${move.text}`;
    const { say } = this.state;
    const falls = move.battles.some((battle) => battle.loser === battle.attacker);
    this.tell([sayMove(say, move, view.turn), ...falls ? [sayBattles(say, move, "attacker")] : []]
      .join(". "));
  }

  /** What is to be done at the next turn, or that it was taken back. */
  private tellPremove(): void {
    const { premove, view, say } = this.state;
    if (!premove) this.tellWord("cancelled");
    else this.tell(say("premove", { move: sayMove(say, premove, view!.turn) }));
  }

  /** A view that has come: its last move, unless that was told already, and the end of the game. */
  private tellView(view: View): void {
    const key = `${view.ply} ${view.last?.text}`;
    const parts = view.last && key !== this.told ? [sayBy(this.state.say, view)] : [];
    if (parts.length && view.last!.battles.length)
      parts.push(sayBattles(this.state.say, view.last, this.state.side(view.last!, view)));
    if (view.outcome) parts.push(sayOutcome(this.state.say, view));
    this.told = key;
    if (parts.length) this.tell(parts.join(". "));
  }

  /** What is picked now, or what is asked. */
  tellPicking(): void {
    const { picking, view } = this.state;
    const { say } = this.state;
    if (picking.at === "ways") {
      const list = picking.ways.map((move, i) => `${i + 1}, ${sayWayChoice(say, move)}`).join("; ");
      this.tell(say("ways.say", { count: picking.ways.length, list }));
    } else if (picking.at === "picked") {
      const piece = view!.pieces[picking.origin] ?? reservePiece(view!, picking.origin);
      this.tell(say("picked.say",
        { what: sayPiece(say, piece), count: this.state.targets().size }));
    } else if (picking.at === "confirm") this.tell(sayQuestion(say, picking.move, picking.why));
  }

  /** Read about a topic; asked for the moves again, it goes on with those not yet read. */
  read(what: Topic, focused: string): void {
    const view = this.state.view!;
    const { say } = this.state;
    if (what === "evaluation") return this.readEvaluation();
    if (what === "moves") return this.readMoves(view, focused);
    this.topic = "";
    if (what === "last") this.tell(sayLast(say, this.state.drawn!));
    else if (what === "matters") this.tell(this.matters(view, focused));
    else this.tell(say(view.reserves ? "help.pieces" : "help"));
  }

  private matters(view: View, focused: string): string {
    const move = this.state.preview() ?? view.last;
    return sayMatters(this.state.say, view, move, move && this.state.side(move), focused);
  }

  private readEvaluation(): void {
    const { state } = this;
    this.awaited = true;
    state.emit("event", "ask", { what: "evaluation" });
    // Either the host has answered by now, or what is known already is read.
    if (!this.awaited) return;
    this.awaited = !state.evaluation;
    this.tell(state.evaluation || state.say("evaluation.none"));
  }

  /** The evaluation; if it was asked for and has just come, it is read now. */
  private evaluated(text: string): void {
    if (!this.awaited || !text) return;
    this.awaited = false;
    this.tell(text);
  }

  private readMoves(view: View, focused: string): void {
    const origin = this.state.origin() ?? (movesFrom(view, focused).length ? focused : null);
    const topic = `${view.ply} ${view.position} ${origin}`;
    this.part = topic === this.topic ? this.part + 1 : 0;
    this.topic = topic;
    this.tell(sayMoves(this.state.say, view, origin, this.part));
  }
}
