// What stands under the board: the unfolded die, what a move would do, and questions with buttons.
import { NET_BOX, drawNet } from "./net";
import { reservePiece, loses } from "../view/moves";
import type { Scene } from "../drawing/scene";
import { sayEffects, sayOutcome, sayQuestion, sayWayChoice } from "../words/telling";
import { sayPiece, sayTarget, sayTurn } from "../words/speech";
import type { BoardState } from "../state/state";
import type { Attributes } from "../drawing/svg";
import { html, make, set } from "../drawing/svg";
import type { Move, View } from "../view/view";
import type { Say } from "../words/words";

export class Tray {
  private net: SVGSVGElement;
  private told: HTMLDivElement;
  private title: HTMLParagraphElement;
  private more: HTMLParagraphElement;
  private choices: HTMLDivElement;
  private asked = "";

  constructor(root: HTMLElement) {
    root.replaceChildren();
    this.net = make("svg", { class: "net", role: "img", viewBox: NET_BOX }, root);
    this.told = html("div", { class: "told" }, root);
    this.title = html("p", { class: "title" }, this.told);
    this.more = html("p", { class: "more" }, this.told);
    this.choices = html("div", { class: "choices", role: "group" }, root);
  }

  draw(view: View, state: BoardState, scene: Scene): void {
    const { say, dragged } = state;
    this.drawNet(say, view, state, scene);
    const preview = dragged ? (dragged.length === 1 ? dragged[0]! : null) : state.preview();
    const [title, more, alarm] = this.words(say, view, state, preview);
    if (this.title.textContent !== title) this.title.textContent = title;
    if (this.more.textContent !== more) this.more.textContent = more;
    this.told.classList.toggle("alarm", alarm);
    this.drawChoices(say, view, state);
  }

  private drawNet(say: Say, view: View, state: BoardState, scene: Scene): void {
    const { pointed, ringed, cursor } = state;
    const square = [pointed, ringed ? cursor : null, state.origin()].find((name) =>
      name !== null && view.pieces[name]?.kind === "die");
    const piece = square ? view.pieces[square] : undefined;
    this.net.classList.toggle("empty", !piece);
    if (!piece) {
      set(this.net, { "aria-hidden": "true" });
      return;
    }
    set(this.net, { "aria-hidden": null,
      "aria-label": say("net.of", { piece: sayPiece(say, piece), square: square! }) });
    drawNet(this.net, piece, scene.theme, scene.sign, scene.numerals);
  }

  private words(
    say: Say, view: View, state: BoardState, preview: Move | null,
  ): [title: string, more: string, alarm: boolean] {
    const { picking } = state;
    if (picking.at === "confirm")
      return [sayQuestion(say, picking.move, picking.why), effects(state, picking.move),
        picking.why === "loses"];
    if (picking.at === "ways" && !preview)
      return [say("ways.title", { count: picking.ways.length, square: picking.target }),
        say("ways.hint"), false];
    if (preview) {
      const risk = loses(preview, view);
      return [preview.notation, risk ? sayQuestion(say, preview, "loses")
        : effects(state, preview), risk];
    }
    if (picking.at === "picked") return this.picked(say, view, state, picking.origin);
    if (state.forcedPass()) return [say("pass.why", { colour: capital(say, view) }), "", false];
    const [title, more, alarm] = this.standing(say, view, state);
    const planned = state.premove && say("premove", { move: state.premove.notation });
    return [title, planned ?? (state.refused?.why || more), alarm];
  }

  private picked(say: Say, view: View, state: BoardState, origin: string): [string, string, boolean] {
    const targets = state.targets();
    const piece = view.pieces[origin];
    const ways = (state.pointed && targets.get(state.pointed)) || [];
    const title = piece ? `${origin}, ${sayPiece(say, piece)}`
      : say("reserve.piece", { piece: sayPiece(say, reservePiece(state.view!, origin)) });
    return [title, ways.length ? `${state.pointed}: ${sayTarget(say, ways)}`
      : state.refused?.why ?? "", false];
  }

  private standing(say: Say, view: View, state: BoardState): [string, string, boolean] {
    const mate = view.outcome?.reason === "duel-mate" || (view.last?.check ?? 0) > 1;
    const called = view.last?.check_word || say("reason.duel-mate");
    // A die may have two ways to the king, and is named once.
    const attackers = [...new Set(view.threats.map((way) => way[0]!))].join(", ");
    const attacked = attackers ? say("check.by", { squares: attackers }) : "";
    if (mate) return [called, view.outcome?.winner ? say(`wins.${view.outcome.winner}`)
      : attacked, true];
    if (view.outcome) return [sayOutcome(say, view), "", false];
    const came = view.last ? effects(state, view.last) : "";
    if (view.check) return [view.check_word, `${attacked} ${came}`, true];
    return [sayTurn(say, view), came, false];
  }

  private drawChoices(say: Say, view: View, state: BoardState): void {
    const { picking } = state;
    const asked = picking.at === "ways"
      ? `ways ${picking.ways.map((move) => move.text).join(" ")}`
      : picking.at === "confirm" ? `confirm ${picking.move.text}`
        : state.forcedPass() ? `pass ${view.ply}` : "";
    if (asked !== this.asked) this.ask(say, state);
    this.asked = asked;
    [...this.choices.querySelectorAll(".way")].forEach((button, i) =>
      set(button, { "aria-pressed": String(picking.at === "ways" && picking.chosen === i) }));
  }

  private ask(say: Say, state: BoardState): void {
    const { picking } = state;
    this.choices.replaceChildren();
    if (picking.at === "ways") {
      set(this.choices, { "aria-label": say("ways.title",
        { count: picking.ways.length, square: picking.target }) });
      picking.ways.forEach((move, i) =>
        this.button({ class: "way", "data-way": i }, `${i + 1}: ${sayWayChoice(say, move)}`));
    } else if (picking.at === "confirm") {
      set(this.choices, { "aria-label": sayQuestion(say, picking.move, picking.why) });
      const yes = picking.why === "loses" ? "confirm.anyway" : "confirm.yes";
      this.answer("yes", say(yes, { move: picking.move.notation }));
    } else if (state.forcedPass()) this.answer("yes", say("pass"));
    if (picking.at === "ways" || picking.at === "confirm")
      set(this.answer("no", "✕"),
        { "aria-label": say("confirm.no"), title: say("confirm.no") });
  }

  private answer(name: "yes" | "no", text: string): HTMLButtonElement {
    return this.button({ class: name, "data-answer": name }, text);
  }

  private button(attributes: Attributes, text: string): HTMLButtonElement {
    return html("button", { ...attributes, type: "button", part: "button" }, this.choices, text);
  }
}

function capital(say: Say, view: View): string {
  return say(view.turn === "white" ? "White" : "Black");
}

function effects(state: BoardState, move: Move): string {
  const { turn, last } = state.view!;
  return sayEffects(state.say, move, (move === last) === (turn === "white") ? "black" : "white", state.side(move));
}
