// The element `eckstein-board`: its properties, methods and events, and what joins its parts.
import { drawAll } from "./drawings";
import { FilmControls } from "./film";
import { Grid } from "./grid";
import { onKey } from "./keyboard";
import { squaresAlong } from "./moves";
import { Overlay } from "./overlay";
import { Play } from "./play";
import { Hand } from "./pointer";
import { Presenter } from "./presenter";
import { Reserve } from "./reserve";
import type { Scene } from "./scene";
import { sceneOf } from "./scene";
import type { Settings } from "./settings";
import { NAMES, SettingsElement } from "./settings";
import { SetUp } from "./setup";
import { sound } from "./sound";
import type { Window } from "./squares";
import { Stage } from "./stage";
import styles from "./style.css?inline";
import { html } from "./svg";
import { themeFor } from "./theme";
import { Tray } from "./tray";
import type { Arrow, BoardEvents, Colour, Drawing, Film, Mark, Move, View } from "./view";
import type { Topic } from "./voice";
import { Voice } from "./voice";
import type { Catalogue, Say } from "./words";
import { english, speaker } from "./words";

const READABLE = 10.5;                  // pixels that small writing is high, at least
const PROPERTIES = ["view", "arrows", "marks", "catalogue", "evaluationText", "film"];
const EMPTY: Drawing = { arrows: [], marks: [] };

export class EcksteinBoard extends SettingsElement {
  static observedAttributes = [...NAMES, "src", "controls"];

  private stage = new Stage();
  private overlay = new Overlay(this.stage);
  private play = new Play({ changed: () => this.refresh(),
    committed: (move, rolled) => this.commit(move, rolled) });
  private presenter = new Presenter(this.stage, {
    scene: (shown) => this.scene(shown), speed: () => this.pace(),
    noise: (kind) => { if (this.sound) sound(kind); },
    shows: (view) => this.play.show(view), told: (view) => this.voice.tellView(view) });
  private grid = new Grid(this.stage, this.play);
  private tray = new Tray();
  private reserves = [0, 1].map(() => new Reserve(
    (place, piece, event) => this.hand.take(place, piece, event),
    (place) => this.pressReserve(place)));
  private setUp = new SetUp(() => this.setUpChanged());
  private controls = new FilmControls(() => this.say, (view) => this.present(view));
  private voice = new Voice(() => this.say, this.play);
  private root = html("div", { class: "root" });
  private hand: Hand;
  private words: Catalogue = english;
  private say: Say = speaker(english);
  private told: View | null = null;
  private user: Drawing = EMPTY;
  private host: Drawing = EMPTY;
  private lastPick: string | null = null;
  private lastPreview: string | null = null;
  private small = 0.2;
  private watcher: ResizeObserver | null = null;
  private forced: MediaQueryList | null = null;
  private evaluation = "";
  private awaited = false;
  private settingUp = false;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    const [top, bottom] = this.reserves;
    this.root.append(top!.root, this.stage.svg, bottom!.root, this.tray.root, this.setUp.root,
      this.controls.root);
    shadow.append(this.root, this.voice.root);
    this.hand = new Hand(this.tableForHand(), this);
    // Not on the SVG itself: one that listens for focus becomes a stop of the Tab key.
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("focusin", (event) => this.grid.focused(event.target as Element));
    this.root.addEventListener("focusout", () => this.grid.ring(null));
  }

  private tableForHand() {
    const board = this;
    return {
      stage: this.stage, play: this.play,
      get drawing() { return board.user; },
      get still() { return board.pace() === 0; },
      draw: (drawing: Drawing) => this.drawn(drawing),
      refresh: () => this.refresh(),
      knock: () => { if (this.sound) sound("tilt"); },
      setUp: (square: string) => {
        if (this.setUp.on) this.setUp.press(square, this.say);
        return this.setUp.on;
      },
    };
  }

  connectedCallback(): void {
    this.forced ??= matchMedia("(forced-colors: active)");
    this.forced.addEventListener?.("change", this.rescale);
    if (typeof ResizeObserver !== "undefined") {
      this.watcher = new ResizeObserver(() => this.measure());
      this.watcher.observe(this);
    }
    this.adopt([...NAMES, ...PROPERTIES]);
    if (this.told) this.rescale();
    else if (!this.hasAttribute("src")) this.readInside();
  }

  disconnectedCallback(): void {
    this.watcher?.disconnect();
    this.forced?.removeEventListener?.("change", this.rescale);
    this.controls.stop();
  }

  attributeChangedCallback(name: string, _: string | null, text: string | null): void {
    if (name === "src") {
      if (text) this.controls.fetch(text).catch((error: unknown) => this.fail(error));
    } else if (name === "controls") this.controls.root.hidden = text === null;
    else this.fromAttribute(name as keyof Settings, text);
  }

  protected changed(name: keyof Settings): void {
    this.play.playable = this.playable;
    this.play.confirm = this.confirm;
    if (["orientation", "mode", "theme", "faces", "coordinates"].includes(name)) this.rescale();
    else if (name === "playable") this.play.reset();
  }

  get view(): View | null { return this.told; }
  set view(view) {
    this.told = view;
    if (view && this.isConnected) void this.present(view);
    else if (!view) this.play.show(null);
  }

  get arrows(): Arrow[] { return this.host.arrows; }
  set arrows(arrows) {
    this.host = { ...this.host, arrows: arrows ?? [] };
    this.refresh();
  }

  get marks(): Mark[] { return this.host.marks; }
  set marks(marks) {
    this.host = { ...this.host, marks: marks ?? [] };
    this.refresh();
  }

  get catalogue(): Catalogue { return this.words; }
  set catalogue(words) {
    this.words = words;
    this.say = speaker(words);
    this.controls.draw();
    this.refresh();
  }

  /** What the key e reads; if it was asked for and has just come, it is read now. */
  get evaluationText(): string { return this.evaluation; }
  set evaluationText(text) {
    this.evaluation = text;
    if (!this.awaited || !text) return;
    this.awaited = false;
    this.voice.tell(text);
  }

  set film(film: Film) {
    this.controls.load(film);
  }

  /** Look from the other side. */
  flip(): void {
    this.orientation = this.orientation === "white" ? "black" : "white";
  }

  /** Pick the piece on a square, or in reserve (`@Q`); null lets go. */
  pick(square: string | null): boolean {
    return this.play.pick(square);
  }

  /** Show in advance what a legal move would do; null ends that. */
  offer(text: string | null): void {
    this.play.offer(text);
  }

  cancel(): boolean {
    return this.play.cancel();
  }

  /** Take away the user's own arrows and marks. */
  clearDrawings(): void {
    this.drawn(EMPTY);
  }

  /** The move made last was refused: it is taken back. */
  reject(): void {
    void this.presenter.reject();
  }

  /** Begin or end setting up by hand; before the first view it begins with that. */
  setup(on: boolean): void {
    if (on === this.settingUp) return;
    this.settingUp = on;
    const view = this.presenter.shown;
    if (!view) return;
    if (on) this.startSetUp(view);
    else {
      this.setUp.stop();
      this.stage.setPieces(view.pieces, 0);
    }
    this.tray.root.hidden = on;
    this.play.reset();
  }

  private startSetUp(view: View): void {
    this.setUp.start(view, this.say, this.stage.scene.theme, this.stage.scene.sign);
  }

  private pace(): number {
    const still = typeof matchMedia !== "undefined"
      && matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : this.speed;
  }

  private scene(shown: Window): Scene {
    const { orientation, mode, faces, coordinates, theme } = this;
    return sceneOf(shown, orientation, mode === "flat", faces === "numerals", coordinates,
      themeFor(theme, this.forced?.matches ?? false, this), this.small);
  }

  private async present(view: View): Promise<void> {
    this.told = view;
    this.setUp.learn(view);
    // The position that a set-up began with must not undo what has been set up since.
    if (this.setUp.on && this.setUp.from === view.position) return;
    await this.presenter.show(view);
    if (!this.settingUp) return;
    this.startSetUp(view);
    this.tray.root.hidden = true;
    this.play.reset();
  }

  /** Draw all anew, after a change of what is looked at and how. */
  private rescale = (): void => {
    if (!this.isConnected || !this.told) return;
    const { shown } = this.presenter;
    if (!shown) {
      void this.present(this.told);
      return;
    }
    this.presenter.look(shown);
    this.refresh();
  };

  private measure(): void {
    if (!this.presenter.shown) return;
    const wanted = Math.min(0.34, Math.max(0.2, READABLE / this.stage.pixels()));
    if (!(Math.abs(wanted - this.small) > 0.015)) return;
    this.small = wanted;
    this.rescale();
  }

  private commit(move: Move, rolled: boolean): void {
    this.voice.tellOwn(move, this.presenter.shown!);
    this.presenter.commit(move, rolled);
    if (this.grid.square) this.grid.square = squaresAlong(move).at(-1) ?? this.grid.square;
    this.emit("move", { text: move.text, notation: move.notation });
  }

  private emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private drawn(drawing: Drawing): void {
    this.user = drawing;
    this.refresh();
    this.emit("draw", drawing);
  }

  /** Draw again whatever depends on what is picked, pointed at, or drawn. */
  private refresh(): void {
    if (!this.play.view || !this.presenter.shown) return;
    const view = this.setUp.on ? this.setUp.over(this.play.view) : this.play.view;
    const inHand = this.hand.inHand();
    this.overlay.draw(view, this.play, inHand);
    for (const { arrows, marks } of [this.host, this.user])
      drawAll(this.stage.scene, this.stage.layers.above, arrows, marks);
    this.root.classList.toggle("playable", this.playable !== "none" || this.setUp.on);
    this.tray.draw(this.say, view, this.play, this.stage.scene, inHand);
    this.drawReserves(view);
    this.grid.draw(this.say, view);
    this.tell();
  }

  private drawReserves(view: View): void {
    const below = this.orientation;
    const above: Colour = below === "white" ? "black" : "white";
    const { theme } = this.stage.scene;
    this.reserves[0]!.draw(this.say, view, above, this.play, theme);
    this.reserves[1]!.draw(this.say, view, below, this.play, theme);
  }

  /** Events about what is picked and shown in advance, each only when it changes. */
  private tell(): void {
    const origin = this.play.origin();
    const preview = this.play.preview()?.text ?? null;
    if (origin !== this.lastPick) {
      this.lastPick = origin;
      this.emit("pick", { square: origin });
    }
    if (preview !== this.lastPreview) {
      this.lastPreview = preview;
      this.emit("preview", { text: preview });
    }
  }

  private key(event: KeyboardEvent): void {
    // Buttons have keys of their own; but Escape cancels wherever the focus is.
    if (!(event.target as Element).hasAttribute("data-square") && event.key !== "Escape") return;
    const handled = onKey(event, {
      play: this.play, scene: () => this.stage.scene,
      focused: () => this.grid.focusable(), focus: (square) => this.grid.focus(square),
      read: (what) => this.read(what), flip: () => this.flip(),
      enter: (square) => this.enter(square), escape: () => this.escape(),
    });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private enter(square: string): void {
    if (this.setUp.on) {
      this.setUp.press(square, this.say);
      return;
    }
    const { play } = this;
    if (!play.mayPlay()) this.voice.tellWord("not.yours");
    else if (!play.press(square)) this.voice.tellWord("cannot.pick");
    else this.voice.tellPicking();
  }

  private escape(): boolean {
    if (!this.play.cancel()) return false;
    this.voice.tellWord("cancelled");
    return true;
  }

  private read(what: Topic): void {
    if (what !== "evaluation") {
      this.voice.read(what, this.grid.focusable());
      return;
    }
    this.awaited = true;
    this.emit("ask", { what });
    // Either the host has answered by now, or what is known already is read.
    if (!this.awaited) return;
    this.awaited = !this.evaluation;
    this.voice.tell(this.evaluation || this.say("evaluation.none"));
  }

  private pressReserve(place: string): void {
    if (!this.play.press(place)) return;
    this.voice.tellPicking();
    const first = this.play.targets().keys().next().value;
    if (first && this.play.origin() === place) this.grid.focus(first);
  }

  private setUpChanged(): void {
    this.stage.setPieces(this.setUp.pieces, 120);
    this.refresh();
    this.emit("setup", { pieces: this.setUp.pieces });
  }

  /** A recorded game may stand in the page itself, as JSON inside the element. */
  private readInside(): void {
    const inside = this.querySelector('script[type="application/json"]')?.textContent;
    if (!inside) return;
    try {
      this.controls.read(inside);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.root.prepend(html("p", { class: "error", role: "alert" }, undefined,
      this.say("film.bad", { why })));
  }
}
