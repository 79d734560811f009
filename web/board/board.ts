// The board as it is looked at: its parts joined, drawn anew when something has changed.
//
// Whoever touches it does so through `Hands`, which come a moment later.
import { Grid } from "./grid";
import { viewBox } from "./ground";
import type { Hands } from "./hands";
import { squaresAlong } from "./moves";
import { Overlay } from "./overlay";
import { Play } from "./play";
import { Presenter } from "./presenter";
import { Reserve } from "./reserve";
import type { Scene } from "./scene";
import { sceneOf } from "./scene";
import type { SettingsElement } from "./settings";
import type { Window } from "./squares";
import { windowOf } from "./squares";
import { Stage } from "./stage";
import { UNIT, html } from "./svg";
import { themeFor } from "./theme";
import { Tray } from "./tray";
import type { BoardEvents, Colour, Drawing, Move, View } from "./view";
import type { Say } from "./words";
import { speaker } from "./words";

const WIDE = [400, 520] as const;       // pixels from which reserves stand beside a low or a high board
const READABLE = 10.5;                  // pixels that small writing is high, at least
const NOTHING: Drawing = { arrows: [], marks: [] };

/** The height of small writing in squares of so many pixels. */
function readable(pixels: number): number {
  return Math.min(0.34, Math.max(0.2, READABLE / pixels));
}

export class Board {
  readonly root = html("div", { class: "root" });
  readonly stage = new Stage();
  readonly play = new Play({ changed: () => this.refresh(),
    committed: (move, rolled) => this.commit(move, rolled) });
  readonly presenter = new Presenter(this.stage, {
    scene: (shown) => this.scene(shown), speed: () => this.pace(),
    noise: (kind) => this.hands?.noise(kind),
    shows: (view) => this.play.show(view), told: (view) => this.hands?.voice.tellView(view) });
  readonly grid = new Grid(this.stage, this.play);
  readonly tray = new Tray();
  readonly reserves = [0, 1].map(() => new Reserve(
    (place, piece, event) => this.hands?.take(place, piece, event),
    (place) => this.hands?.pressReserve(place)));
  hands: Hands | null = null;
  say: Say = speaker({});
  /** What the host has set to be shown. */
  told: View | null = null;
  /** What the host has drawn, and the user. */
  given = NOTHING;
  drawn = NOTHING;
  private overlay = new Overlay(this.stage);
  private small = 0.2;
  private watcher: ResizeObserver | null = null;
  private forced: MediaQueryList | null = null;
  private lastPick: string | null = null;
  private lastPreview: string | null = null;

  constructor(readonly host: SettingsElement) {
    const [top, bottom] = this.reserves;
    this.root.append(top!.root, this.stage.svg, bottom!.root, this.tray.root);
  }

  /** Begin to follow the size of the host and the colours of the system. */
  connect(): void {
    this.forced ??= matchMedia("(forced-colors: active)");
    this.forced.addEventListener?.("change", this.rescale);
    if (typeof ResizeObserver === "undefined") return;
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.host);
  }

  disconnect(): void {
    this.watcher?.disconnect();
    this.forced?.removeEventListener?.("change", this.rescale);
  }

  /** Milliseconds for a tilt; 0 where nothing should move. */
  pace(): number {
    const still = typeof matchMedia !== "undefined"
      && matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : this.host.speed;
  }

  private scene(shown: Window): Scene {
    const { orientation, mode, faces, coordinates, theme } = this.host;
    return sceneOf(shown, orientation, mode === "flat", faces === "numerals", coordinates,
      themeFor(theme, this.forced?.matches ?? false, this.host), this.small);
  }

  async present(view: View): Promise<void> {
    this.told = view;
    this.hands?.setUp.learn(view);
    if (this.hands?.setUp.keeps(view)) return;
    this.arrange();
    if (!this.presenter.shown) this.guess(view);
    await this.presenter.show(view);
    this.hands?.continueSetUp(view);
  }

  /** Draw all anew, after a change of what is looked at and how. */
  rescale = (): void => {
    if (!this.host.isConnected || !this.told) return;
    const { shown } = this.presenter;
    if (!shown) {
      void this.present(this.told);
      return;
    }
    this.presenter.look(shown);
    this.refresh();
  };

  /** How small writing will be, before there is anything to measure: so all is drawn just once. */
  private guess(view: View): void {
    const [, , across] = viewBox(this.scene(windowOf(view)));
    if (this.host.clientWidth) this.small = readable(this.host.clientWidth / across * UNIT);
  }

  private arrange(): void {
    this.root.classList.toggle("beside", Boolean(this.told?.reserves)
      && this.host.clientWidth >= WIDE[innerHeight > 500 ? 1 : 0]);
  }

  private measure(): void {
    if (!this.presenter.shown) return;
    this.arrange();
    const wanted = readable(this.stage.pixels());
    if (!(Math.abs(wanted - this.small) > 0.015)) return;
    this.small = wanted;
    this.rescale();
  }

  private commit(move: Move, rolled: boolean): void {
    this.hands?.voice.tellOwn(move, this.presenter.shown!);
    this.presenter.commit(move, rolled);
    if (this.grid.square) this.grid.square = squaresAlong(move).at(-1) ?? this.grid.square;
    this.emit("move", { text: move.text, notation: move.notation });
  }

  emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]): void {
    this.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** The user has drawn this, or without it taken all away. */
  draw(drawing = NOTHING): void {
    this.drawn = drawing;
    this.refresh();
    this.emit("draw", drawing);
  }

  /** Draw again whatever depends on what is picked, pointed at, or drawn. */
  refresh(): void {
    if (!this.play.view || !this.presenter.shown) return;
    const { hands, stage } = this;
    const settingUp = hands?.setUp.on;
    const view = settingUp ? hands!.setUp.over(this.play.view) : this.play.view;
    const inHand = hands?.inHand() ?? null;
    this.overlay.draw(view, this.play, inHand);
    hands?.drawOver();
    this.root.classList.toggle("playable", this.host.playable !== "none" || settingUp);
    this.tray.draw(this.say, view, this.play, stage.scene, inHand);
    this.drawReserves(view);
    this.grid.draw(this.say, view);
    this.tell();
  }

  private drawReserves(view: View): void {
    const below = this.host.orientation;
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
}
