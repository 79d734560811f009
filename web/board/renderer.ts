// The board as it is looked at: its parts, drawn anew whenever the state has changed.
import { Animator } from "./drawing/animator";
import { Grid } from "./marks/grid";
import { viewBox } from "./drawing/ground";
import { Overlay } from "./marks/overlay";
import { Reserve } from "./panels/reserve";
import type { Scene } from "./drawing/scene";
import { sceneOf } from "./drawing/scene";
import type { Settings } from "./state/settings";
import type { Viewport } from "./space/squares";
import { viewportOf } from "./space/squares";
import { sayTurn } from "./words/speech";
import { Stage } from "./drawing/stage";
import type { BoardState } from "./state/state";
import { UNIT, html } from "./drawing/svg";
import { themeFor } from "./drawing/theme";
import type { Pieces, View } from "./view/view";

// Pixels from which reserves stand beside the board: a low one, a high one.
const WIDE = [400, 520] as const;
const COLUMN = 112;                     // pixels that reserves take at the side of the board
const ROWS = 104;                       // pixels that they take above and below it
const READABLE = 10.5;                  // pixels that small writing is high, at least
const SETUP_FADE = 120;                 // milliseconds in which a piece comes or goes in set-up
/** Settings that change how everything is drawn. */
const LOOKS: (keyof Settings)[] = [
  "orientation", "mode", "theme", "faces", "coordinates", "tilt", "turn"];

/** The height of small writing in squares of so many pixels. */
function readable(pixels: number): number {
  return Math.min(0.34, Math.max(0.2, READABLE / pixels));
}

export class Renderer {
  readonly root = html("div", { class: "root" });
  readonly stage = new Stage();
  readonly animator: Animator;
  readonly grid: Grid;
  /** The place under the board: whose turn it is, until interaction tells there what can be done. */
  readonly tray = html("div", { class: "tray", part: "tray" });
  private told = html("p", { class: "told title" }, this.tray);
  private overlay = new Overlay(this.stage);
  private reserves = [new Reserve(), new Reserve()] as const;
  private small = 0.2;
  private watcher: ResizeObserver | null = null;
  private forced: MediaQueryList[] = [];
  /** The pieces of a set-up that are drawn. */
  private laid: Pieces | null = null;

  constructor(private state: BoardState, private host: HTMLElement) {
    const { stage, tray, reserves: [above, below] } = this;
    this.animator = new Animator(state, stage, {
      scene: (viewport) => this.scene(viewport), tiltTime: () => this.tiltTime() });
    this.grid = new Grid(stage, state);
    this.root.append(above.root, stage.svg, below.root, tray);
    state.on("change", () => this.draw());
    state.on("setting", (name) => { if (LOOKS.includes(name)) this.rescale(); });
  }

  /** Begin to follow the size of the host and the colours of the system. */
  connect(): void {
    this.forced = ["forced-colors: active", "prefers-color-scheme: dark"].map((query) => matchMedia(`(${query})`));
    for (const query of this.forced) query.addEventListener?.("change", this.rescale);
    if (typeof ResizeObserver === "undefined") return;
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.host);
  }

  disconnect(): void {
    this.watcher?.disconnect();
    for (const query of this.forced) query.removeEventListener?.("change", this.rescale);
  }

  /** Milliseconds for a tilt; 0 where nothing should move. */
  tiltTime(): number {
    const still = typeof matchMedia !== "undefined"
      && matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : this.state.settings.speed;
  }

  private scene(viewport: Viewport): Scene {
    const { orientation, mode, faces, coordinates, theme, tilt, turn } = this.state.settings;
    const [forced, dark] = this.forced.map(({ matches }) => matches);
    return sceneOf(viewport, orientation, mode === "flat", faces === "numerals", coordinates,
      themeFor(theme, forced ? (dark ? "dark" : "light") : null, this.host), this.small, tilt, turn);
  }

  /** Show what the host or the film has set; resolves when it stands. */
  async present(view: View): Promise<void> {
    const { state } = this;
    state.given = view;
    // What is being set up is kept while the host only tells again where it began.
    if (state.setup?.from === view.position) return;
    this.arrange();
    if (!state.shown) this.guess(view);
    await this.animator.show(view);
    state.beginSetup();
  }

  /** Draw all anew, after a change of what is looked at and how. */
  rescale = (): void => {
    const { given, shown } = this.state;
    if (!this.host.isConnected || !given) return;
    if (!shown) {
      void this.present(given);
      return;
    }
    this.animator.look(shown);
    this.state.changed();
  };

  /** How small writing will be, before there is anything to measure: so all is drawn just once. */
  private guess(view: View): void {
    const [, , across] = viewBox(this.scene(viewportOf(view)));
    if (this.host.clientWidth) this.small = readable(this.host.clientWidth / across * UNIT);
  }

  /** Reserves stand at the side of the board if there is room, and the board is larger so. */
  private arrange(): void {
    const { root: { classList }, state: { given } } = this;
    const [wide, reserves] = [this.host.clientWidth, Boolean(given?.reserves)];
    classList.toggle("reserves", reserves);
    classList.toggle("beside", reserves && wide >= WIDE[innerHeight > 500 ? 1 : 0]);
    if (!classList.contains("beside")) return;
    // Without a limit this is no number, and no comparison with it is true.
    const most = parseFloat(getComputedStyle(this.stage.svg).maxHeight);
    const [, , across, down] = viewBox(this.scene(viewportOf(given!)));
    const high = (pixels: number, limit: number) => Math.min(limit, pixels * down / across);
    if (high(wide, most - ROWS) > high(wide - COLUMN, most)) classList.remove("beside");
  }

  private measure(): void {
    if (!this.state.shown) return;
    this.arrange();
    const wanted = readable(this.stage.pixels());
    if (!(Math.abs(wanted - this.small) > 0.015)) return;
    this.small = wanted;
    this.rescale();
  }

  private draw(): void {
    const { state, stage: { scene }, reserves: [above, below] } = this;
    const { say, drawn, settings: { orientation, playable }, setup } = state;
    if (!drawn) return;
    this.layOut();
    this.overlay.draw(drawn, state);
    this.root.classList.toggle("playable", playable !== "none" || setup !== null);
    this.tray.hidden = setup !== null;
    this.told.textContent = sayTurn(say, drawn);
    above.draw(drawn, orientation === "white" ? "black" : "white", state, scene.theme);
    below.draw(drawn, orientation, state, scene.theme);
    this.grid.draw(say, drawn);
  }

  /** The pieces of a set-up lie on the board, or those of the view again. */
  private layOut(): void {
    const { setup, shown } = this.state;
    const pieces = setup?.pieces ?? null;
    if (pieces === this.laid) return;
    this.laid = pieces;
    if (!pieces) this.stage.setPieces(shown!.pieces, 0);
    else if (pieces !== shown!.pieces) this.stage.setPieces(pieces, SETUP_FADE);
  }
}
