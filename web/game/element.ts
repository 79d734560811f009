// The element `eckstein-game`: a board on which anybody plays, against a level or for both sides, on a
// page of any site. The worker in the visitor's browser does all the thinking.
//
// Until it begins, it shows what stands inside it, such as a picture of its position. It begins when
// its button is pressed, or at once with the attribute `begin`.
import type { EcksteinBoard } from "../board/index";
import { NAMES } from "../board/state/settings";
import { sayTemplate } from "../board/words/speech";
import { html, sheetOf } from "../board/drawing/svg";
import { fill, speaker } from "../board/words/words";
import "../board/words/plurals";
import { createGame } from "../app/src/net/api";
import type { Answer, Heard } from "../app/src/net/messages";
import { Refusal, refusalOf } from "../app/src/net/messages";
import { newId } from "../app/src/net/outbox";
import { tellRefusal, whyNot } from "../app/src/words/refused";
import type { BoardEvents } from "../board/view/view";
import type { Colour, Created, NewGame, Options, View, What } from "../wire/types";
import type { Home } from "./house";
import { homeAt } from "./house";
import styles from "./style.css?inline";
import type { Words } from "./words";
import { catalogueOf, refusalWordsOf, wordsOf } from "./words";

const LEVELS = 10;
const NOBODY = "0";
const USUAL_LEVEL = "3";

export class EcksteinGame extends HTMLElement {
  private board = document.createElement("eckstein-board") as EcksteinBoard;
  private status = html("p", { class: "status", role: "status" });
  private start = html("button", { class: "start", type: "button" });
  private opponent = html("select");
  private back = html("button", { type: "button" });
  private again = html("button", { type: "button" });
  private bar = html("div", { class: "bar" });
  private standing = html("div", { class: "standing" });

  private home: Home | null = null;
  private game: Created | null = null;
  private seq: number | undefined;
  private view: View | null = null;
  private leave: () => void = () => {};

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheetOf(styles)];
    shadow.append(html("slot"), this.start, this.status);
    this.start.onclick = () => void this.begin();
    this.opponent.onchange = this.again.onclick = () => void this.deal();
    this.back.onclick = () => void this.act("ask-takeback");
    this.board.addEventListener("move", (event) =>
      void this.act("move", (event as CustomEvent<{ text: string }>).detail.text));
    this.board.addEventListener("refused", (event) =>
      void this.explain((event as CustomEvent<BoardEvents["refused"]>).detail));
  }

  connectedCallback(): void {
    this.start.textContent = this.words.start;
    if (this.game) void this.deal();
    else if (this.hasAttribute("begin")) void this.begin();
  }

  disconnectedCallback(): void {
    this.leave();
  }

  /** The language of the page around it. */
  private get language(): string {
    return (this.closest("[lang]")?.getAttribute("lang") ?? "en").split("-")[0]!;
  }

  private get words(): Words {
    return wordsOf(this.language);
  }

  /** The colour that the computer plays, if there is one. */
  private get computer(): Colour {
    return this.getAttribute("computer") === "white" ? "white" : "black";
  }

  /** Whose seats the visitor has. */
  private get mine(): Colour[] {
    return (["white", "black"] as const).filter((colour) => this.game?.seats[colour]);
  }

  /** Load the worker, which takes a moment the first time, and begin to play. */
  async begin(): Promise<void> {
    this.start.disabled = true;
    this.furnish();
    this.home = homeAt(this.getAttribute("worker") ?? new URL(/* @vite-ignore */ "worker/", import.meta.url).href);
    const { loading } = this.home;
    const told = (part: number): void => this.say(this.words.loading, { part: Math.round(part * 100) });
    loading.add(told);
    told(0);
    const begun = await this.deal();
    loading.delete(told);
    if (begun) {
      this.bar.prepend(this.status);
      this.shadowRoot!.replaceChildren(this.board, this.standing, this.bar);
    } else this.start.disabled = false;
  }

  /** Give the board its settings, and the parts around it their words. */
  private furnish(): void {
    const { board, opponent, words } = this;
    for (const name of NAMES)
      if (name !== "playable" && this.hasAttribute(name))
        board.setAttribute(name, this.getAttribute(name)!);
    board.catalogue = catalogueOf(this.language);
    const levels = Array.from({ length: LEVELS }, (_, i) =>
      html("option", { value: String(i + 1) }, undefined, fill(words.level, { level: i + 1 })));
    opponent.replaceChildren(html("option", { value: NOBODY }, undefined, words.nobody), ...levels);
    opponent.value = this.getAttribute("level") ?? USUAL_LEVEL;
    if (opponent.selectedIndex < 0) opponent.value = USUAL_LEVEL;
    const label = html("label", {}, undefined, `${words.opponent} `);
    label.append(opponent);
    [this.back.textContent, this.again.textContent] = [words.back, words.again];
    this.bar.replaceChildren(label, this.back, this.again);
  }

  /** Begin a game in the worker, from the position that the page names. Tells whether there is one. */
  private async deal(): Promise<boolean> {
    const { house, line } = this.home!;
    const level = Number(this.opponent.value);
    try {
      const wish: NewGame = { rules: this.getAttribute("game") ?? "contra", options: this.options() };
      wish.position = this.getAttribute("position");
      if (level) wish[this.computer] = { kind: "computer", level };
      const game = await createGame(house, wish);
      this.leave();
      [this.game, this.seq, this.view] = [game, undefined, null];
    } catch (error) {
      this.say(this.words.failed, { why: error instanceof Refusal ? this.told(error) : (error as Error).message });
      return false;
    }
    if (!this.hasAttribute("orientation"))
      this.board.orientation = this.mine[0] === "black" ? "black" : "white";
    this.leave = line.follow(this.game.game, {
      seats: () => Object.values(this.game!.seats),
      since: () => this.seq,
      hear: (message) => this.hear(message),
      refused: (refusal) => this.say(this.told(refusal)),
    });
    return true;
  }

  /** The options of the rules, which the page writes as `name=value name=value`. */
  private options(): Options {
    const pairs = (this.getAttribute("options") ?? "").split(/\s+/).filter(Boolean);
    return Object.fromEntries(pairs.map((pair) => pair.split("=", 2) as [string, string]));
  }

  private hear(message: Heard): void {
    if (message.t === "prepared") return;
    if (message.seq !== undefined) this.seq = message.seq;
    const { view } = message;
    if (!view) return;
    const { words, mine, board } = this;
    this.view = view;
    board.playable = mine.length === 2 ? "both" : mine[0] ?? "none";
    board.view = view;
    this.back.disabled = view.ply === 0 || view.outcome !== null;
    this.showStanding(view);
    this.say(view.outcome || mine.includes(view.turn) ? "" : words.thinks);
  }

  /** How the game stands, a list of badges for each player; the attribute `standing="off"` takes them away. */
  private showStanding({ standing }: View): void {
    const say = speaker(catalogueOf(this.language));
    const facts = this.getAttribute("standing") === "off" ? [] : standing;
    this.standing.replaceChildren();
    this.board.marks = [];
    for (const colour of ["white", "black"] as const) {
      const own = facts.filter((fact) => fact.colour === colour);
      if (!own.length) continue;
      const name = say(colour === "white" ? "White" : "Black");
      const list = html("ul", { "aria-label": name }, this.standing);
      html("li", { class: colour, "aria-hidden": "true" }, list, name);
      for (const fact of own) this.badge(html("li", {}, list), sayTemplate(say, fact.brief), sayTemplate(say, fact.text), fact.squares);
    }
  }

  /** A badge; one that is pointed at or focused marks its squares. */
  private badge(place: HTMLElement, brief: string, text: string, squares: string[]): void {
    const told = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    if (!squares.length) {
      html("span", { title: told }, place, brief);
      return;
    }
    const button = html("button", { type: "button", title: told }, place, brief);
    const mark = (marks: string[]) => () => { this.board.marks = marks.map((square) => ({ square })); };
    button.onpointerenter = button.onfocus = button.onclick = mark(squares);
    button.onpointerleave = button.onblur = mark([]);
  }

  /** Make a move, or take one back. */
  private async act(what: What, move?: string): Promise<void> {
    const { game, view } = this;
    const seat = game && view && (game.seats[view.turn] ?? Object.values(game.seats)[0]);
    if (!seat) return;
    const answer: Answer = await this.home!.line.do({ game: game.game, id: newId(), seat,
      seq: this.seq ?? 0, what, ...(move ? { move } : {}) });
    if (answer.done) return;
    if (move) this.board.reject();
    this.say(this.told(refusalOf(answer)));
  }

  /** Say why what lies on one square cannot go to another, by the rules' own sentence. */
  private async explain(asked: BoardEvents["refused"]): Promise<void> {
    const refusal = this.view && await whyNot((of) => this.home!.line.look(of), this.view, asked);
    if (refusal) this.board.explain(asked.origin, asked.square, this.told(refusal));
  }

  /** A refusal in the language of the page. */
  private told(refusal: Refusal): string {
    return tellRefusal(refusal, refusalWordsOf(this.language));
  }

  private say(text: string, gaps: Record<string, string | number> = {}): void {
    this.status.textContent = fill(text, gaps, this.language);
  }
}
