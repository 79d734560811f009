// Setting up a position by hand: a palette of pieces, squares to put them on, and turning of dice.
import { DieSprite } from "./die";
import { halfTurned } from "./geometry";
import { resting } from "./poses";
import { icon } from "./reserve";
import { sceneOf } from "./scene";
import { sayPiece } from "./speech";
import { html, make, set } from "./svg";
import type { Theme } from "./theme";
import { spun, tilted } from "./turns";
import type { Colour, Faces, Piece, Pieces, View } from "./view";
import type { Say } from "./words";

const KING: Faces = { top: 1, north: 1, east: 1, south: 1, west: 1, bottom: 1 };
/** How a die lies that is new on the board: 6 up and 4 ahead of its owner. */
const NEW: Faces = { top: 6, north: 4, east: 2, south: 3, west: 5, bottom: 1 };
const TIPS = ["north", "south", "west", "east"] as const;
const SIGNS = { north: "↑", south: "↓", west: "←", east: "→" };

/** The name of an orientation, a to x: by the top, then by the number to the north. */
export function orientation(faces: Faces): string {
  const norths = [1, 2, 3, 4, 5, 6].filter((n) => n !== faces.top && n !== 7 - faces.top);
  return String.fromCharCode(97 + (faces.top - 1) * 4 + norths.indexOf(faces.north));
}

function die(colour: Colour, faces: Faces): Piece {
  const letter = orientation(faces);
  return { colour, kind: "die", faces, letter: colour === "white" ? letter.toUpperCase() : letter };
}

export class SetUp {
  readonly root = html("div", { class: "palette", role: "group", part: "palette", hidden: "" });
  pieces: Pieces = {};
  on = false;
  private from = "";
  private tool: Piece | "remove" | null = null;
  private chosen: string | null = null;
  private hint = html("p", { class: "hint" });
  private kinds = new Set<Piece["kind"]>();
  private game = "";
  private letters = "";

  constructor(private changed: () => void) {}

  /** Kinds of pieces that this game has, as far as they have been seen. */
  learn(view: View): void {
    if (view.game !== this.game) this.kinds.clear();
    this.game = view.game;
    this.letters = view.letters;
    for (const piece of Object.values(view.pieces)) this.kinds.add(piece.kind);
  }

  /** Whether a view must not undo what has been set up, as it is what that began with. */
  keeps(view: View): boolean {
    return this.on && this.from === view.position;
  }

  /** The view as it looks while something is set up on it. */
  over(view: View): View {
    return {
      ...view, pieces: this.pieces, reserves: null, last: null, threats: [], check: false,
      check_word: "" };
  }

  start(view: View, say: Say, theme: Theme, sign: number): void {
    this.on = true;
    this.from = view.position;
    this.pieces = { ...view.pieces };
    this.tool = null;
    this.chosen = null;
    this.root.hidden = false;
    this.make(say, theme, sign);
  }

  stop(): void {
    this.on = false;
    this.root.hidden = true;
  }

  private palette(): Piece[] {
    const colours: Colour[] = ["white", "black"];
    return colours.flatMap((colour): Piece[] => {
      const found: Piece[] = [];
      if (this.kinds.has("die"))
        found.push(die(colour, colour === "white" ? NEW : halfTurned(NEW)));
      if (this.kinds.has("king"))
        found.push({ colour, kind: "king", letter: colour === "white" ? "Z" : "z", faces: KING });
      if (this.kinds.has("piece")) for (const letter of this.letters)
        found.push({ colour, kind: "piece", faces: null,
          letter: colour === "white" ? letter : letter.toLowerCase() });
      return found;
    });
  }

  private make(say: Say, theme: Theme, sign: number): void {
    this.root.replaceChildren();
    set(this.root, { "aria-label": say("setup.title") });
    for (const piece of this.palette()) {
      const button = this.button(sayPiece(say, piece), () => { this.tool = piece; });
      button.append(piece.kind === "piece" ? icon(piece, theme) : dieIcon(piece, theme));
    }
    this.button(say("setup.remove"), () => { this.tool = "remove"; }).textContent = "✕";
    if (this.kinds.has("die")) {
      html("span", { class: "break" }, this.root);
      for (const side of TIPS)
        this.turn(say(`setup.tip.${side}`), SIGNS[sign > 0 ? side : across(side)], (faces) =>
          tilted(faces, side));
      this.turn(say("setup.turn"), "⟳", spun);
    }
    this.hint.textContent = say("setup.hint");
    this.root.append(this.hint);
  }

  private button(name: string, press: () => void): HTMLButtonElement {
    const button = html("button", { type: "button", "aria-label": name, title: name,
      "aria-pressed": "false" }, this.root);
    button.addEventListener("click", () => {
      const again = button.getAttribute("aria-pressed") === "true";
      for (const other of this.root.querySelectorAll("[aria-pressed]"))
        set(other, { "aria-pressed": "false" });
      press();
      if (again) this.tool = null;
      else set(button, { "aria-pressed": "true" });
    });
    return button;
  }

  /** A button that turns the die chosen last. */
  private turn(name: string, sign: string, turn: (faces: Faces) => Faces): void {
    const button = html("button", { type: "button", "aria-label": name, title: name }, this.root,
      sign);
    button.addEventListener("click", () => {
      const piece = this.chosen ? this.pieces[this.chosen] : undefined;
      if (piece?.kind !== "die" || !piece.faces) return;
      this.pieces = { ...this.pieces, [this.chosen!]: die(piece.colour, turn(piece.faces)) };
      this.changed();
    });
  }

  /** Do on a square what the tool does; without a tool, choose or move a piece. */
  press(square: string, say: Say): void {
    const pieces = { ...this.pieces };
    const moved = this.tool === null && this.chosen && !pieces[square] ? pieces[this.chosen] : null;
    if (this.tool === "remove") delete pieces[square];
    else if (this.tool) pieces[square] = this.tool;
    else if (moved) {
      delete pieces[this.chosen!];
      pieces[square] = moved;
    }
    this.chosen = pieces[square] ? square : null;
    this.hint.textContent = this.chosen
      ? say("setup.chosen", { what: sayPiece(say, pieces[square]!), square }) : say("setup.hint");
    this.pieces = pieces;
    this.changed();
  }
}

function across(side: (typeof TIPS)[number]): (typeof TIPS)[number] {
  return ({ north: "south", south: "north", west: "east", east: "west" } as const)[side];
}

/** A die seen from above. */
function dieIcon(piece: Piece, theme: Theme): SVGSVGElement {
  const svg = make("svg", { viewBox: "-40 -40 80 80", "aria-hidden": "true" });
  const sprite = new DieSprite(piece, resting([0, 0], piece.faces));
  const alone = { west: 0, south: 0, columns: 1, rows: 1, wrap: 0 };
  sprite.draw(sceneOf(alone, "white", true, false, false, theme));
  svg.append(sprite.node);
  return svg;
}
