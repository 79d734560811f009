// The squares as a grid for keys and screen readers: what each says, and where the focus is.
import { drawRing } from "./overlay";
import { saySquare, sayTarget, sayTurn } from "../words/speech";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import { set } from "../drawing/svg";
import type { View } from "../view/view";
import type { Say } from "../words/words";

export class Grid {
  constructor(private stage: Stage, private state: BoardState) {
    state.on("cursor", () => this.drawCursor());
  }

  draw(say: Say, view: View): void {
    const targets = this.state.targets();
    const origin = this.state.origin();
    const focusable = this.focusable();
    set(this.stage.layers.grid, { "aria-label": say(view.legal ? "board" : "board.film",
      { game: view.title, turn: sayTurn(say, view) }) });
    for (const [name, cell] of this.stage.cells) {
      const moves = targets.get(name);
      const parts = [saySquare(say, view, name)];
      for (const [colour, goals] of Object.entries(view.goals))
        if (!view.pieces[name] && goals.includes(name))
          parts.push(say("goal", { colour: say(colour === "white" ? "White" : "Black") }));
      if (moves) parts.push(sayTarget(say, moves));
      if (name === origin) parts.push(say("picked"));
      set(cell, { "aria-label": parts.join(", "), tabindex: name === focusable ? 0 : -1,
        "aria-selected": String(name === origin) });
    }
  }

  /** The one square that the Tab key reaches. */
  focusable(): string {
    const { stage: { cells }, state } = this;
    if (state.cursor && cells.has(state.cursor)) return state.cursor;
    const own = [...state.origins()].find((name) => cells.has(name));
    return own ?? [...cells.keys()][0] ?? "";
  }

  focus(square: string): void {
    this.state.cursor = square;
    this.stage.cells.get(square)?.focus();
  }

  private drawCursor(): void {
    const { stage, state: { cursor, ringed } } = this;
    const focusable = this.focusable();
    for (const [name, cell] of stage.cells) set(cell, { tabindex: name === focusable ? 0 : -1 });
    if (stage.cells.size) drawRing(stage.scene, stage.layers.ring, ringed ? cursor : null);
  }
}
