// The squares as a grid for keys and screen readers: what each says, and where the focus is.
import { drawRing } from "./overlay";
import type { Play } from "./play";
import { saySquare, sayTarget, sayTurn } from "./speech";
import type { Stage } from "./stage";
import { set } from "./svg";
import type { View } from "./view";
import type { Say } from "./words";

export class Grid {
  /** The square that has, or had last, the focus. */
  square: string | null = null;

  constructor(private stage: Stage, private play: Play) {}

  draw(say: Say, view: View): void {
    const targets = this.play.targets();
    const origin = this.play.origin();
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
    const { cells } = this.stage;
    if (this.square && cells.has(this.square)) return this.square;
    const own = [...this.play.origins()].find((name) => cells.has(name));
    return own ?? [...cells.keys()][0] ?? "";
  }

  focus(square: string): void {
    this.square = square;
    this.stage.cells.get(square)?.focus();
  }

  /** A square has got the focus; only if by key, it has a ring, and is pointed at. */
  focused(cell: Element): void {
    const square = cell.getAttribute("data-square");
    if (!square) return;
    this.square = square;
    const visible = cell.matches(":focus-visible");
    if (visible && this.play.picking.at === "picked") this.play.point(square);
    this.ring(visible ? square : null);
    for (const [name, other] of this.stage.cells)
      set(other, { tabindex: name === square ? 0 : -1 });
  }

  ring(square: string | null): void {
    if (this.stage.cells.size) drawRing(this.stage.scene, this.stage.layers.ring, square);
  }
}
