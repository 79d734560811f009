// The pieces in reserve, beside the board, as buttons.
import { RESERVE } from "../view/moves";
import type { Theme } from "../drawing/theme";
import { symbolOf } from "../drawing/token";
import { sayPiece } from "../words/speech";
import type { BoardState } from "../state/state";
import { html, make, set } from "../drawing/svg";
import type { Colour, Piece, View } from "../view/view";
import type { Say } from "../words/words";

export class Reserve {
  readonly root = html("div", { class: "reserve", role: "group", part: "reserve" });
  private shown = "";

  draw(view: View, colour: Colour, state: BoardState, theme: Theme): void {
    const { say } = state;
    this.root.hidden = !view.reserves;
    if (!view.reserves) return;
    set(this.root, { "aria-label": say(`reserve.${colour}`), "data-colour": colour });
    const letters = [...view.reserves[colour]];
    const free = view.rights?.[colour];
    const key = `${colour} ${letters.join("")} ${free} ${theme.white.body} ${say("board")}`;
    if (key !== this.shown) this.make(say, colour, letters, Boolean(free), theme);
    this.shown = key;
    const origins = state.origins();
    const mine = state.view?.turn === colour;
    for (const button of this.root.querySelectorAll("button")) {
      const place = RESERVE + button.dataset.reserve!;
      const can = mine && origins.has(place);
      set(button, { "aria-pressed": String(mine && state.origin() === place),
        "aria-disabled": can ? null : "true", "data-place": can ? place : null,
        tabindex: can ? null : -1 });
    }
  }

  private make(say: Say, colour: Colour, letters: string[], free: boolean, theme: Theme): void {
    this.root.replaceChildren();
    for (const letter of letters) {
      const piece: Piece = { colour, kind: "piece", faces: null,
        letter: colour === "white" ? letter : letter.toLowerCase() };
      const name = say("reserve.piece", { piece: sayPiece(say, piece) });
      const button = html("button", { type: "button", "data-reserve": letter, "aria-label": name,
        title: name }, this.root);
      button.append(icon(piece, theme));
    }
    if (free) html("span", { class: "swap" }, this.root, `R⇄K ${say("reserve.swap")}`);
  }
}

/** A token seen from above. */
export function icon(piece: Piece, theme: Theme): SVGSVGElement {
  const svg = make("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" });
  const paint = theme[piece.colour];
  make("circle", { cx: 32, cy: 33.5, r: 29, fill: theme.shadow, opacity: 0.25 }, svg);
  make("circle", { cx: 32, cy: 32, r: 29, fill: paint.body, stroke: paint.edge,
    "stroke-width": 2 }, svg);
  make("path", { d: symbolOf(piece.letter).path, fill: paint.pip, "fill-rule": "evenodd",
    transform: "translate(32 32) scale(.72) translate(-32 -32)" }, svg);
  return svg;
}
