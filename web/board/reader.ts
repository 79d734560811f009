// What the keys m, l, b, e and ? read aloud, in a live region that stays short.
import type { Play } from "./play";
import { sayBattles, sayLast, sayMoves } from "./speech";
import type { View } from "./view";
import type { Say } from "./words";

export type Topic = "moves" | "last" | "battles" | "evaluation" | "help";

export class Reader {
  private topic = "";
  private part = 0;

  /** The text to be read; asked again, a long list goes on. */
  read(what: Topic, say: Say, view: View, play: Play, focused: string, value: string): string {
    if (what === "moves") return this.moves(say, view, play, focused);
    this.topic = "";
    if (what === "last") return sayLast(say, view);
    if (what === "battles") return sayBattles(say, play.preview() ?? view.last);
    if (what === "evaluation") return value || say("evaluation.none");
    return say(view.reserves ? "help.pieces" : "help");
  }

  private moves(say: Say, view: View, play: Play, focused: string): string {
    const origin = play.origin() ?? (play.origins().has(focused) ? focused : null);
    const topic = `${view.position} ${origin}`;
    this.part = topic === this.topic ? this.part + 1 : 0;
    this.topic = topic;
    return sayMoves(say, view, origin, this.part);
  }
}
