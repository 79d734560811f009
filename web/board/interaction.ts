// Everything that waits for somebody to do something: pointer, keys, buttons, set-up, films; and
// what is heard: announcements and sounds. It is a module of its own, loaded beside the first look.
import { Announcer } from "./announcer";
import { drawAll } from "./drawings";
import { FilmControls } from "./film";
import styles from "./interaction.css?inline";
import { onKey } from "./keyboard";
import { Palette } from "./palette";
import { PointerInput } from "./pointer";
import type { Renderer } from "./renderer";
import { pressInSetup } from "./set-up";
import { playSound } from "./sound";
import type { BoardState } from "./state";
import { sheetOf } from "./svg";

export class Interaction {
  private announcer: Announcer;
  private pointer: PointerInput;

  constructor(private state: BoardState, private renderer: Renderer) {
    const { root } = renderer;
    this.announcer = new Announcer(state);
    this.pointer = new PointerInput(state, renderer);
    const palette = new Palette(state);
    const controls = new FilmControls(state, (view) => renderer.present(view));
    const shadow = root.getRootNode() as ShadowRoot;
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheetOf(styles)];
    root.append(palette.root, controls.root);
    root.after(this.announcer.root);
    // Not on the SVG itself: one that listens for focus becomes a stop of the Tab key.
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focused(event.target as Element));
    root.addEventListener("focusout", () => state.focus(null, false));
    root.addEventListener("pointerover", (event) => this.pointAtWay(event.target as Element));
    root.addEventListener("pointerdown", (event) => this.takeReserve(event));
    root.addEventListener("click", (event) => this.click(event));
    state.on("change", () => {
      if (!state.drawn) return;
      this.drawAnnotations();
      palette.draw(renderer.stage.scene);
    });
    state.on("sound", (kind) => { if (state.settings.sound) playSound(kind); });
    state.changed();
  }

  /** Arrows and rings, the host's and the user's. */
  private drawAnnotations(): void {
    const { state: { hostDrawing, userDrawing }, renderer: { stage } } = this;
    for (const { arrows, marks } of [hostDrawing, userDrawing])
      drawAll(stage.scene, stage.layers.above, arrows, marks);
  }

  private key(event: KeyboardEvent): void {
    // Buttons have keys of their own; but Escape cancels wherever the focus is.
    if (!(event.target as Element).hasAttribute("data-square") && event.key !== "Escape") return;
    const { state, announcer, renderer: { grid, stage } } = this;
    const handled = onKey(event, {
      state, scene: () => stage.scene,
      focused: () => grid.focusable(), focus: (square) => grid.focus(square),
      read: (topic) => announcer.read(topic, grid.focusable()),
      enter: (square) => this.enter(square), escape: () => this.escape(),
    });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private enter(square: string): void {
    const { state, announcer } = this;
    if (pressInSetup(state, square)) return;
    this.renderer.animator.catchUp();
    if (!state.mayPlay()) announcer.tellWord("not.yours");
    else if (!state.press(square)) announcer.tellWord("cannot.pick");
    else announcer.tellPicking();
  }

  private escape(): boolean {
    if (!this.state.cancel()) return false;
    this.announcer.tellWord("cancelled");
    return true;
  }

  /** A square has the focus; only if by key it has a ring, and is pointed at. */
  private focused(target: Element): void {
    const square = target.getAttribute("data-square");
    if (square) this.state.focus(square, target.matches(":focus-visible"));
    else this.pointAtWay(target);
  }

  private pointAtWay(target: Element): void {
    const way = target.getAttribute("data-way");
    if (way) this.state.choose(Number(way));
  }

  private takeReserve(event: PointerEvent): void {
    const place = reserveOf(event);
    if (!place) return;
    this.renderer.animator.catchUp();
    this.pointer.take(place, event);
  }

  /** The buttons that are drawn. */
  private click(event: MouseEvent): void {
    const { state } = this;
    const button = (event.target as Element).closest("button");
    const place = reserveOf(event);
    // A key or a screen reader presses a button without any pointer.
    if (place && event.detail === 0) this.pressReserve(place);
    if (!button) return;
    if (button.classList.contains("way")) {
      this.pointAtWay(button);
      state.accept();
    } else if (button.classList.contains("yes")) void (state.accept() || state.pass());
    else if (button.classList.contains("no")) state.cancel();
  }

  private pressReserve(place: string): void {
    const { state, renderer: { animator, grid } } = this;
    animator.catchUp();
    if (!state.press(place)) return;
    this.announcer.tellPicking();
    const first = state.targets().keys().next().value;
    if (first && state.origin() === place) grid.focus(first);
  }
}

/** The piece in reserve whose button is meant, as it is picked (`@Q`). */
function reserveOf(event: Event): string | null {
  return (event.target as Element).closest("[data-place]")?.getAttribute("data-place") ?? null;
}
