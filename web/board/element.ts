// The element `eckstein-board`: its properties, methods and events, and what joins its parts.
import { drawAll } from "./drawings";
import { FilmControls, readFilm } from "./film";
import { onKey } from "./keyboard";
import { squaresAlong } from "./moves";
import { Overlay, drawRing } from "./overlay";
import { Play } from "./play";
import { Hand } from "./pointer";
import { Presenter } from "./presenter";
import { Reader } from "./reader";
import type { Topic } from "./reader";
import { Reserve } from "./reserve";
import type { Scene } from "./scene";
import { sceneOf } from "./scene";
import { SetUp } from "./setup";
import { sound } from "./sound";
import { sayBy, sayMove, sayOutcome, sayPiece, saySquare, sayTarget, sayTurn, sayWayChoice }
  from "./speech";
import type { Window } from "./squares";
import { Stage } from "./stage";
import styles from "./style.css?inline";
import { html, set } from "./svg";
import { themeFor } from "./theme";
import { Tray } from "./tray";
import type {
  Arrow, BoardEvents, Colour, Drawing, Film, Mark, Move, Playable, View,
} from "./view";
import type { Catalogue, Say } from "./words";
import { english, german, speaker } from "./words";

const READABLE = 10.5;                  // pixels that small writing is high, at least

interface Settings {
  playable: Playable;
  orientation: Colour;
  mode: "perspective" | "flat";
  theme: string;
  faces: "pips" | "numerals";
  coordinates: boolean;
  sound: boolean;
  speed: number;
  confirm: boolean;
}

const DEFAULTS: Settings = {
  playable: "none", orientation: "white", mode: "perspective", theme: "wood", faces: "pips",
  coordinates: true, sound: true, speed: 220, confirm: false,
};
const EMPTY: Drawing = { arrows: [], marks: [] };

export class EcksteinBoard extends HTMLElement {
  static observedAttributes = [...Object.keys(DEFAULTS), "src", "controls", "lang"];

  private settings: Settings = { ...DEFAULTS };
  private stage = new Stage();
  private overlay = new Overlay(this.stage);
  private play = new Play({ changed: () => this.refresh(),
    committed: (move, rolled) => this.commit(move, rolled) });
  private presenter = new Presenter(this.stage, {
    scene: (shown) => this.scene(shown), speed: () => this.pace(),
    noise: (kind) => { if (this.settings.sound) sound(kind); },
    shows: (view) => this.stands(view), told: (view) => this.announceMove(view) });
  private tray = new Tray();
  private reserves = [0, 1].map(() => new Reserve(
    (place, piece, event) => this.hand.take(place, piece, event),
    (place) => this.pressReserve(place)));
  private setUp = new SetUp(() => this.setUpChanged());
  private controls = new FilmControls(() => this.say, (view) => this.present(view));
  private reader = new Reader();
  private live = html("div", { class: "live", role: "status" });
  private root = html("div", { class: "root" });
  private hand: Hand;
  private words: Catalogue = english;
  private say: Say = speaker(english);
  private told: View | null = null;
  private user: Drawing = EMPTY;
  private host: Drawing = EMPTY;
  private square: string | null = null;
  private lastPick: string | null = null;
  private lastPreview: string | null = null;
  private small = 0.2;
  private watcher: ResizeObserver | null = null;
  private forced: MediaQueryList | null = null;

  /** What the key e reads. */
  evaluationText = "";

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    const [top, bottom] = this.reserves;
    this.root.append(top!.root, this.stage.svg, bottom!.root, this.tray.root, this.setUp.root,
      this.controls.root);
    shadow.append(this.root, this.live);
    this.hand = new Hand(this.tableForHand(), this);
    const { svg } = this.stage;
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => this.focusedIn(event));
    svg.addEventListener("focusout", () => this.ring(null));
  }

  private tableForHand() {
    const board = this;
    return {
      stage: this.stage, play: this.play,
      get drawing() { return board.user; },
      get still() { return board.pace() === 0; },
      draw: (drawing: Drawing) => this.drawn(drawing),
      refresh: () => this.refresh(),
      knock: () => { if (this.settings.sound) sound("tilt"); },
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
    if (this.told) this.rescale();
    else if (!this.hasAttribute("src")) this.readInside();
  }

  disconnectedCallback(): void {
    this.watcher?.disconnect();
    this.forced?.removeEventListener?.("change", this.rescale);
    this.controls.stop();
  }

  attributeChangedCallback(name: string, _: string | null, text: string | null): void {
    if (name === "src") void this.fetchFilm(text);
    else if (name === "lang") this.catalogue = text?.startsWith("de") ? german : english;
    else if (name !== "controls") this.change(name as keyof Settings, text);
  }

  /** A setting from an attribute: "off" and "false" switch off, no attribute is the default. */
  private change(name: keyof Settings, text: string | null): void {
    const usual = DEFAULTS[name];
    const value = text === null ? usual
      : typeof usual === "boolean" ? !["off", "false"].includes(text)
        : typeof usual === "number" ? Number(text) || 0 : text;
    this.put(name, value as never);
  }

  private put<K extends keyof Settings>(name: K, value: Settings[K]): void {
    if (this.settings[name] === value) return;
    this.settings[name] = value;
    this.play.playable = this.settings.playable;
    this.play.confirm = this.settings.confirm;
    if (["orientation", "mode", "theme", "faces", "coordinates"].includes(name)) this.rescale();
    else if (name === "playable") this.play.reset();
  }

  get playable(): Playable { return this.settings.playable; }
  set playable(value) { this.put("playable", value); }
  get orientation(): Colour { return this.settings.orientation; }
  set orientation(value) { this.put("orientation", value); }
  get mode(): Settings["mode"] { return this.settings.mode; }
  set mode(value) { this.put("mode", value); }
  get theme(): string { return this.settings.theme; }
  set theme(value) { this.put("theme", value); }
  get faces(): Settings["faces"] { return this.settings.faces; }
  set faces(value) { this.put("faces", value); }
  get coordinates(): boolean { return this.settings.coordinates; }
  set coordinates(value) { this.put("coordinates", value); }
  get sound(): boolean { return this.settings.sound; }
  set sound(value) { this.put("sound", value); }
  get speed(): number { return this.settings.speed; }
  set speed(value) { this.put("speed", value); }
  get confirm(): boolean { return this.settings.confirm; }
  set confirm(value) { this.put("confirm", value); }

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

  setup(on: boolean): void {
    const view = this.presenter.shown;
    if (on && view) this.setUp.start(view, this.say, this.stage.scene.theme, this.stage.scene.sign);
    else this.setUp.stop();
    if (!on && view) this.stage.setPieces(view.pieces, 0);
    this.play.reset();
  }

  private pace(): number {
    const still = typeof matchMedia !== "undefined"
      && matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : this.settings.speed;
  }

  private scene(shown: Window): Scene {
    const { orientation, mode, faces, coordinates, theme } = this.settings;
    return sceneOf(shown, orientation, mode === "flat", faces === "numerals", coordinates,
      themeFor(theme, this.forced?.matches ?? false, this), this.small);
  }

  private present(view: View): Promise<void> {
    this.told = view;
    this.setUp.learn(view);
    return this.presenter.show(view);
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

  private stands(view: View): void {
    this.play.show(view);
  }

  private commit(move: Move, rolled: boolean): void {
    const view = this.presenter.shown!;
    this.presenter.commit(move, rolled);
    this.announce(sayMove(this.say, move, view.turn));
    if (this.square) this.square = squaresAlong(move).at(-1) ?? this.square;
    this.emit("move", { text: move.text, notation: move.notation });
  }

  private announceMove(view: View): void {
    if (!view.last) return;
    const end = view.outcome ? `. ${sayOutcome(this.say, view)}` : "";
    if (this.live.dataset.said === view.position) return;
    this.live.dataset.said = view.position;
    this.announce(sayBy(this.say, view) + end);
  }

  private announce(text: string): void {
    // The same words twice are said twice only if something has changed.
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
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
    const view = this.play.view;
    if (!view || !this.presenter.shown) return;
    const inHand = this.hand.inHand();
    this.overlay.draw(view, this.play, inHand);
    for (const { arrows, marks } of [this.host, this.user])
      drawAll(this.stage.scene, this.stage.layers.above, arrows, marks);
    this.root.classList.toggle("playable", this.settings.playable !== "none" || this.setUp.on);
    this.tray.draw(this.say, view, this.play, this.stage.scene, inHand);
    this.drawReserves(view);
    this.drawCells(view);
    this.tell();
  }

  private drawReserves(view: View): void {
    const below = this.settings.orientation;
    const above: Colour = below === "white" ? "black" : "white";
    const { theme } = this.stage.scene;
    this.reserves[0]!.draw(this.say, view, above, this.play, theme);
    this.reserves[1]!.draw(this.say, view, below, this.play, theme);
  }

  private drawCells(view: View): void {
    const targets = this.play.targets();
    const origin = this.play.origin();
    const focusable = this.focusable();
    set(this.stage.layers.grid, { "aria-label": this.say(view.legal ? "board" : "board.film",
      { game: view.title, turn: sayTurn(this.say, view) }) });
    for (const [name, cell] of this.stage.cells) {
      const moves = targets.get(name);
      const parts = [saySquare(this.say, view, name)];
      if (moves) parts.push(sayTarget(this.say, moves));
      if (name === origin) parts.push(this.say("picked"));
      set(cell, { "aria-label": parts.join(", "), tabindex: name === focusable ? 0 : -1,
        "aria-selected": String(name === origin) });
    }
  }

  /** The one square that the Tab key reaches. */
  private focusable(): string | undefined {
    if (this.square && this.stage.cells.has(this.square)) return this.square;
    const own = [...this.play.origins()].find((name) => this.stage.cells.has(name));
    return own ?? this.stage.cells.keys().next().value;
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
    const handled = onKey(event, {
      play: this.play, scene: () => this.stage.scene,
      focused: () => this.focusable()!, focus: (square) => this.focusSquare(square),
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
    if (!play.mayPlay()) this.announce(this.say("not.yours"));
    else if (!play.press(square)) this.announce(this.say("cannot.pick"));
    else this.announcePick();
  }

  private announcePick(): void {
    const { picking } = this.play;
    const view = this.play.view!;
    if (picking.at === "ways") {
      const list = picking.ways.map((move, i) => `${i + 1}, ${sayWayChoice(this.say, move)}`);
      this.announce(this.say("ways.say", { count: list.length, list: list.join("; ") }));
    } else if (picking.at === "picked") {
      const piece = view.pieces[picking.origin];
      const what = piece ? sayPiece(this.say, piece) : picking.origin.slice(1);
      this.announce(this.say("picked.say", { what, count: this.play.targets().size }));
    } else if (picking.at === "confirm")
      this.announce(this.say(`confirm.${picking.why}`, { move: picking.move.notation,
        reason: this.say(`reason.${picking.move.reason}`) }));
  }

  private escape(): boolean {
    if (!this.play.cancel()) return false;
    this.announce(this.say("cancelled"));
    return true;
  }

  private read(what: Topic): void {
    if (what === "evaluation") this.emit("ask", { what });
    const view = this.play.view!;
    this.announce(this.reader.read(what, this.say, view, this.play, this.focusable()!,
      this.evaluationText));
  }

  private pressReserve(place: string): void {
    if (!this.play.press(place)) return;
    this.announcePick();
    const first = this.play.targets().keys().next().value;
    if (first && this.play.origin() === place) this.focusSquare(first);
  }

  private focusSquare(square: string): void {
    this.square = square;
    this.stage.cells.get(square)?.focus();
  }

  private focusedIn(event: FocusEvent): void {
    const cell = event.target as Element;
    const square = cell.getAttribute("data-square");
    if (!square) return;
    this.square = square;
    const visible = cell.matches(":focus-visible");
    if (visible && this.play.picking.at === "picked") this.play.point(square);
    else this.refresh();
    this.ring(visible ? square : null);
  }

  private ring(square: string | null): void {
    if (this.stage.scene) drawRing(this.stage.scene, this.stage.layers.ring, square);
  }

  private setUpChanged(): void {
    this.stage.setPieces(this.setUp.pieces, 120);
    this.emit("setup", { pieces: this.setUp.pieces });
  }

  private readInside(): void {
    const inside = this.querySelector('script[type="application/json"]');
    if (inside?.textContent) this.readFilm(inside.textContent);
  }

  private async fetchFilm(address: string | null): Promise<void> {
    if (!address) return;
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address}: ${answer.status}.`);
      this.readFilm(await answer.text());
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private readFilm(json: string): void {
    const film = readFilm(json);
    if (typeof film === "string") this.fail(film);
    else {
      this.controls.load(film);
      this.controls.root.hidden = !this.hasAttribute("controls");
    }
  }

  private fail(why: string): void {
    this.root.prepend(html("p", { class: "error", role: "alert" }, undefined,
      this.say("film.bad", { why })));
  }
}
