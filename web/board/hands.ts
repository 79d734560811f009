// Everything that waits for somebody to do something: pointer, keys, what is read aloud, set-up,
// the buttons of a film, sounds. It is a module of its own, loaded beside the first look.
import type { Board } from "./board";
import { drawAll } from "./drawings";
import { FilmControls } from "./film";
import styles from "./hands.css?inline";
import { onKey } from "./keyboard";
import type { Noise } from "./motion";
import { Hand } from "./pointer";
import { SetUp } from "./setup";
import { sound } from "./sound";
import { sheetOf } from "./svg";
import type { Drawing, Move, Piece, View } from "./view";
import type { Topic } from "./voice";
import { Voice } from "./voice";

export class Hands {
  readonly voice: Voice;
  readonly setUp = new SetUp(() => this.setUpChanged());
  readonly controls: FilmControls;
  private hand: Hand;
  private settingUp = false;
  /** What the key e reads, and whether it was asked for and has not come yet. */
  private evaluation = "";
  private awaited = false;

  constructor(private board: Board) {
    const { root, grid, play } = board;
    const say = () => board.say;
    this.voice = new Voice(say, play);
    this.controls = new FilmControls(say, (view) => board.present(view));
    this.hand = new Hand(this.table(), board.host);
    const shadow = root.getRootNode() as ShadowRoot;
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheetOf(styles)];
    root.append(this.setUp.root, this.controls.root);
    root.after(this.voice.root);
    // Not on the SVG itself: one that listens for focus becomes a stop of the Tab key.
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => grid.focused(event.target as Element));
    root.addEventListener("focusout", () => grid.ring(null));
    if (board.told) this.setUp.learn(board.told);
    if (board.presenter.shown) this.voice.tellView(board.presenter.shown);
  }

  private table() {
    const { board } = this;
    return {
      stage: board.stage, play: board.play,
      get drawing() { return board.drawn; },
      get still() { return board.pace() === 0; },
      draw: (drawing: Drawing) => board.draw(drawing),
      refresh: () => board.refresh(),
      knock: () => this.noise("tilt"),
      hurry: () => this.hurry(),
      setUp: (square: string) => {
        if (this.setUp.on) this.setUp.press(square, board.say);
        return this.setUp.on;
      },
    };
  }

  /** What is pressed while something moves counts: it ends at once. */
  private hurry(): void {
    if (this.board.host.playable !== "none") this.board.presenter.catchUp();
  }

  noise(kind: Noise): void {
    if (this.board.host.sound) sound(kind);
  }

  /** The moves that a dragged piece has made so far. */
  inHand(): Move[] | null {
    return this.hand.inHand();
  }

  /** Take a piece of a reserve, at the pointer. */
  take(place: string, piece: Piece, event: PointerEvent): void {
    this.hurry();
    this.hand.take(place, piece, event);
  }

  pressReserve(place: string): void {
    const { play, grid } = this.board;
    this.hurry();
    if (!play.press(place)) return;
    this.voice.tellPicking();
    const first = play.targets().keys().next().value;
    if (first && play.origin() === place) grid.focus(first);
  }

  /** Arrows and rings, the host's and the user's. */
  drawOver(): void {
    const { stage, given, drawn } = this.board;
    for (const { arrows, marks } of [given, drawn])
      drawAll(stage.scene, stage.layers.above, arrows, marks);
  }

  private key(event: KeyboardEvent): void {
    // Buttons have keys of their own; but Escape cancels wherever the focus is.
    if (!(event.target as Element).hasAttribute("data-square") && event.key !== "Escape") return;
    const { grid, play, stage, host } = this.board;
    const handled = onKey(event, {
      play, scene: () => stage.scene,
      focused: () => grid.focusable(), focus: (square) => grid.focus(square),
      read: (what) => this.read(what),
      flip: () => { host.orientation = host.orientation === "white" ? "black" : "white"; },
      enter: (square) => this.enter(square), escape: () => this.escape(),
    });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private enter(square: string): void {
    if (this.setUp.on) {
      this.setUp.press(square, this.board.say);
      return;
    }
    const { play } = this.board;
    this.hurry();
    if (!play.mayPlay()) this.voice.tellWord("not.yours");
    else if (!play.press(square)) this.voice.tellWord("cannot.pick");
    else this.voice.tellPicking();
  }

  private escape(): boolean {
    if (!this.board.play.cancel()) return false;
    this.voice.tellWord("cancelled");
    return true;
  }

  private read(what: Topic): void {
    if (what !== "evaluation") {
      this.voice.read(what, this.board.grid.focusable());
      return;
    }
    this.awaited = true;
    this.board.emit("ask", { what });
    // Either the host has answered by now, or what is known already is read.
    if (!this.awaited) return;
    this.awaited = !this.evaluation;
    this.voice.tell(this.evaluation || this.board.say("evaluation.none"));
  }

  /** What the key e reads; if it was asked for and has just come, it is read now. */
  evaluated(text: string): void {
    this.evaluation = text;
    if (!this.awaited || !text) return;
    this.awaited = false;
    this.voice.tell(text);
  }

  /** Begin or end setting up; before the first view it begins with that. */
  setting(on: boolean): void {
    if (on === this.settingUp) return;
    this.settingUp = on;
    const { stage, play, tray, presenter } = this.board;
    const view = presenter.shown;
    if (!view) return;
    if (on) this.startSetUp(view);
    else {
      this.setUp.stop();
      stage.setPieces(view.pieces, 0);
    }
    tray.root.hidden = on;
    play.reset();
  }

  private startSetUp(view: View): void {
    const { scene } = this.board.stage;
    this.setUp.start(view, this.board.say, scene.theme, scene.sign);
  }

  /** Another position has come while setting up: it begins anew. */
  continueSetUp(view: View): void {
    if (!this.settingUp) return;
    this.startSetUp(view);
    this.board.tray.root.hidden = true;
    this.board.play.reset();
  }

  private setUpChanged(): void {
    const { pieces } = this.setUp;
    this.board.stage.setPieces(pieces, 120);
    this.board.refresh();
    this.board.emit("setup", { pieces });
  }
}
