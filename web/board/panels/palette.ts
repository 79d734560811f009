// The palette under the board while a position is set up: pieces to put on squares, turns of dice.
import { DieSprite } from "../drawing/die";
import { resting } from "../space/poses";
import { icon } from "./reserve";
import { spun, tilted } from "../space/rotations";
import type { Scene } from "../drawing/scene";
import { sceneOf } from "../drawing/scene";
import type { Setup } from "../state/set-up";
import { paletteOf, turned } from "../state/set-up";
import { sayPiece } from "../words/speech";
import type { BoardState } from "../state/state";
import { html, make, set } from "../drawing/svg";
import type { Theme } from "../drawing/theme";
import type { Faces, Piece } from "../view/view";

const SIDES = ["north", "south", "west", "east"] as const;
const ARROWS = { north: "↑", south: "↓", west: "←", east: "→" };

export class Palette {
  readonly root = html("div", { class: "palette", role: "group", part: "palette", hidden: "" });
  private hint = html("p", { class: "hint" });
  private tools: [HTMLButtonElement, Piece | "remove"][] = [];
  /** Kinds of pieces that this game has, as far as they have been seen. */
  private kinds = new Set<Piece["kind"]>();
  private game = "";
  private letters = "";
  /** What the buttons that are there were made for. */
  private made = "";

  /** `take` hears of a piece that a pointer goes down on, which may be dragged from here. */
  constructor(private state: BoardState, private take: (piece: Piece, event: PointerEvent) => void) {}

  draw(scene: Scene): void {
    this.learn();
    const { setup, say } = this.state;
    this.root.hidden = !setup;
    if (!setup) return;
    const { white, black } = scene.theme;
    const wanted = [say("setup.title"), ...this.kinds, scene.sign, white.body, black.body].join();
    if (wanted !== this.made) this.make(scene);
    this.made = wanted;
    for (const [button, tool] of this.tools)
      set(button, { "aria-pressed": String(nameOf(tool) === nameOf(setup.tool)) });
    const { chosen } = setup;
    const hint = chosen ? say("setup.chosen",
      { what: sayPiece(say, setup.pieces[chosen]!), square: chosen }) : say("setup.hint");
    if (this.hint.textContent !== hint) this.hint.textContent = hint;
  }

  private learn(): void {
    const { given } = this.state;
    if (!given) return;
    if (given.game !== this.game) this.kinds.clear();
    this.game = given.game;
    this.letters = given.letters;
    for (const piece of Object.values(given.pieces)) this.kinds.add(piece.kind);
  }

  private make({ theme, sign }: Scene): void {
    const { say } = this.state;
    this.root.replaceChildren();
    this.tools = [];
    set(this.root, { "aria-label": say("setup.title") });
    for (const piece of paletteOf(this.kinds, this.letters))
      this.tool(sayPiece(say, piece), piece)
        .append(piece.kind === "piece" ? icon(piece, theme) : dieIcon(piece, theme));
    this.tool(say("setup.remove"), "remove").textContent = "✕";
    if (this.kinds.has("die")) {
      html("span", { class: "break" }, this.root);
      for (const side of SIDES)
        this.turn(say(`setup.tip.${side}`), ARROWS[sign > 0 ? side : across(side)], (faces) =>
          tilted(faces, side));
      this.turn(say("setup.turn"), "⟳", spun);
    }
    this.root.append(this.hint);
  }

  private button(name: string, press: () => void): HTMLButtonElement {
    const button = html("button", { type: "button", "aria-label": name, title: name }, this.root);
    button.addEventListener("click", press);
    return button;
  }

  /** A button that chooses what a press on a square does, or no longer. */
  private tool(name: string, tool: Piece | "remove"): HTMLButtonElement {
    const button = this.button(name, () =>
      this.state.takeTool(nameOf(tool) === nameOf(this.state.setup!.tool) ? null : tool));
    this.tools.push([button, tool]);
    if (tool !== "remove") {
      button.classList.add("piece");
      button.addEventListener("pointerdown", (event) => this.take(tool, event));
    }
    return button;
  }

  /** A button that turns the die chosen last. */
  private turn(name: string, sign: string, turn: (faces: Faces) => Faces): void {
    this.button(name, () => {
      const next = turned(this.state.setup!, turn);
      if (next) this.state.changeSetup(next);
    }).textContent = sign;
  }
}

/** What tells one tool from another: pieces are made anew with the palette. */
function nameOf(tool: Setup["tool"]): string | undefined {
  return typeof tool === "string" ? tool : tool?.letter;
}

function across(side: (typeof SIDES)[number]): (typeof SIDES)[number] {
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
