// The element `eckstein-board`: its attributes, properties and methods.
import { Board } from "./board";
import type { Early } from "./early";
import { keep, replay } from "./early";
import type { Hands } from "./hands";
import type { Settings } from "./settings";
import { NAMES, SettingsElement } from "./settings";
import styles from "./style.css?inline";
import { html, sheetOf } from "./svg";
import type { Arrow, Film, Mark, View } from "./view";
import type { Catalogue } from "./words";
import { english, speaker } from "./words";

const PROPERTIES = ["view", "arrows", "marks", "catalogue", "evaluationText", "film"];

// Asked for at once, so that it comes while the first position is being drawn.
let HandsOf: typeof Hands | null = null;
const coming = import("./hands").then((module) => { HandsOf = module.Hands; });

export class EcksteinBoard extends SettingsElement {
  static observedAttributes = [...NAMES, "src", "controls"];

  /** Resolves when the board can be played on, a moment after it can be seen. */
  readonly ready: Promise<void>;
  private board = new Board(this);
  private words: Catalogue = english;
  private evaluation = "";

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheetOf(styles)];
    shadow.append(this.board.root);
    this.ready = this.takeHands();
  }

  private takeHands(): Promise<void> {
    const take = (early?: Early) => {
      this.board.hands = new HandsOf!(this.board);
      this.board.refresh();
      if (early) replay(early);
    };
    if (HandsOf) {
      take();
      return Promise.resolve();
    }
    const early = keep(this.board.stage.svg, ...this.board.reserves.map(({ root }) => root));
    return coming.then(() => take(early), (error: unknown) => {
      early.end();
      this.fail("hands.missing", error);
    });
  }

  /** Do something for which hands are needed: now, or as soon as they have come. */
  private withHands(act: (hands: Hands) => void): void {
    const { hands } = this.board;
    if (hands) act(hands);
    else void this.ready.then(() => { if (this.board.hands) act(this.board.hands); });
  }

  connectedCallback(): void {
    this.board.connect();
    this.adopt([...NAMES, ...PROPERTIES]);
    if (this.board.told) this.board.rescale();
    else if (!this.hasAttribute("src")) this.readInside();
  }

  disconnectedCallback(): void {
    this.board.disconnect();
    this.board.hands?.controls.stop();
  }

  attributeChangedCallback(name: string, _: string | null, text: string | null): void {
    if (name === "src") {
      if (text) this.read(textAt(text));
    } else if (name === "controls")
      this.withHands(({ controls }) => { controls.root.hidden = text === null; });
    else this.fromAttribute(name as keyof Settings, text);
  }

  protected changed(name: keyof Settings): void {
    const { board } = this;
    board.play.playable = this.playable;
    board.play.confirm = this.confirm;
    if (["orientation", "mode", "theme", "faces", "coordinates"].includes(name)) board.rescale();
    else if (name === "playable") board.play.reset();
  }

  get view(): View | null { return this.board.told; }
  set view(view) {
    this.board.told = view;
    if (view && this.isConnected) void this.board.present(view);
    else if (!view) this.board.play.show(null);
  }

  get arrows(): Arrow[] { return this.board.given.arrows; }
  set arrows(arrows) {
    this.board.given = { ...this.board.given, arrows: arrows ?? [] };
    this.board.refresh();
  }

  get marks(): Mark[] { return this.board.given.marks; }
  set marks(marks) {
    this.board.given = { ...this.board.given, marks: marks ?? [] };
    this.board.refresh();
  }

  get catalogue(): Catalogue { return this.words; }
  set catalogue(words) {
    this.words = words;
    this.board.say = speaker(words);
    this.board.hands?.controls.draw();
    this.board.refresh();
  }

  /** What the key e reads. */
  get evaluationText(): string { return this.evaluation; }
  set evaluationText(text) {
    this.evaluation = text;
    this.withHands((hands) => hands.evaluated(this.evaluation));
  }

  set film(film: Film) {
    this.withHands(({ controls }) => controls.load(film));
  }

  /** Look from the other side. */
  flip(): void {
    this.orientation = this.orientation === "white" ? "black" : "white";
  }

  /** Pick the piece on a square, or in reserve (`@Q`); null lets go. */
  pick(square: string | null): boolean {
    return this.board.play.pick(square);
  }

  /** Show in advance what a legal move would do; null ends that. */
  offer(text: string | null): void {
    this.board.play.offer(text);
  }

  cancel(): boolean {
    return this.board.play.cancel();
  }

  /** Take away the user's own arrows and marks. */
  clearDrawings(): void {
    this.board.draw();
  }

  /** The move made last was refused: it is taken back. */
  reject(): void {
    void this.board.presenter.reject();
  }

  /** Begin or end setting up by hand. */
  setup(on: boolean): void {
    this.withHands((hands) => hands.setting(on));
  }

  /** A recorded game may stand in the page itself, as JSON inside the element. */
  private readInside(): void {
    const inside = this.querySelector('script[type="application/json"]')?.textContent;
    if (inside) this.read(inside);
  }

  private read(film: string | Promise<string>): void {
    const show = (json: string) => this.withHands(({ controls }) => {
      try {
        controls.read(json);
      } catch (error) {
        this.fail("film.bad", error);
      }
    });
    if (typeof film === "string") show(film);
    else film.then(show).catch((error: unknown) => this.fail("film.bad", error));
  }

  private fail(sentence: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.board.root.prepend(html("p", { class: "error", role: "alert" }, undefined,
      this.board.say(sentence, { why })));
  }
}

/** The text at an address; an error is a sentence for whoever made the page. */
async function textAt(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status}).`);
  return answer.text();
}
