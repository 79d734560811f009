// Everything that waits for somebody to do something: pointer, keys, buttons, set-up, films; and
// what is heard: announcements and sounds. It is a module of its own, loaded beside the first look.
import "./words/plurals";
import { Announcer } from "./heard/announcer";
import { drawAll } from "./marks/drawings";
import { EyeInput } from "./input/eye";
import { drawFights } from "./marks/fights";
import { FilmControls } from "./panels/film";
import styles from "./interaction.css?inline";
import { onKey } from "./input/keyboard";
import { Palette } from "./panels/palette";
import { PointerInput } from "./input/pointer";
import { drawPremove } from "./marks/premove";
import { askWhyNot } from "./input/refusals";
import type { Renderer } from "./renderer";
import { SetupInput } from "./input/set-up";
import { playSound } from "./heard/sound";
import type { BoardState } from "./state/state";
import { sheetOf } from "./drawing/svg";
import { Tray } from "./panels/tray";

/** From now on the board can be played on. */
export function interact(state: BoardState, renderer: Renderer): void {
  const { root, stage } = renderer;
  const announcer = new Announcer(state);
  const setup = new SetupInput(state, stage);
  const palette = new Palette(state, (piece, event) => setup.take(piece, event));
  const tray = new Tray(renderer.tray);
  const controls = new FilmControls(state, (view) => renderer.present(view));
  const shadow = root.getRootNode() as ShadowRoot;
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheetOf(styles)];
  root.append(palette.root, controls.root);
  root.after(announcer.root);
  listen(state, renderer, announcer, setup);
  askWhyNot(state);
  state.on("change", () => {
    if (!state.drawn) return;
    drawFights(stage, state);
    drawPremove(stage, state);
    for (const { arrows, marks } of [state.hostDrawing, state.userDrawing])
      drawAll(stage.scene, stage.layers.above, arrows, marks);
    palette.draw(stage.scene);
    tray.draw(state.drawn, state, stage.scene);
  });
  // Pages are there sooner without it.
  void import("./marks/changes").then(({ drawChanges }) => {
    state.on("change", () => drawChanges(stage, state));
    state.changed();
  });
  // Whoever walks over the board by keys sees the dice unfolded too.
  state.on("cursor", () => { if (state.drawn) tray.draw(state.drawn, state, stage.scene); });
  state.on("sound", (kind) => { if (state.settings.sound) playSound(kind); });
  state.changed();
}

/** Everything but the picture of the board itself, to which the pointer listens. */
function listen(state: BoardState, renderer: Renderer, announcer: Announcer, setup: SetupInput): void {
  const { root } = renderer;
  // It hears everything first: what moves the eye moves no piece.
  new EyeInput(state, renderer.stage, () => { pointer.letGo(); setup.letGo(); });
  const pointer = new PointerInput(state, renderer);
  // Not on the SVG itself: one that listens for focus becomes a stop of the Tab key.
  root.addEventListener("keydown", (event) => {
    // Buttons have keys of their own; but Escape cancels wherever the focus is.
    if (!attribute(event, "data-square") && event.key !== "Escape") return;
    if (!onKey(event, state, renderer, announcer)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener("focusin", (event) => {
    const square = attribute(event, "data-square");
    // Only a focus by key has a ring, and is pointed at.
    if (square) state.focus(square, (event.target as Element).matches(":focus-visible"));
    else pointAtWay(state, event);
  });
  root.addEventListener("focusout", () => state.focus(null, false));
  root.addEventListener("pointerover", (event) => pointAtWay(state, event));
  root.addEventListener("pointerdown", (event) => {
    const place = attribute(event, "data-place");
    if (!place) return;
    renderer.animator.catchUp();
    pointer.take(place, event);
  });
  root.addEventListener("click", (event) => {
    const place = attribute(event, "data-place");
    // A key or a screen reader presses a button without any pointer.
    if (place && event.detail === 0) pressReserve(place, state, renderer, announcer);
    else if (pointAtWay(state, event)) state.accept();
    else if (attribute(event, "data-answer") === "yes") void (state.accept() || state.pass());
    else if (attribute(event, "data-answer")) state.cancel();
  });
}

/** What an element, or one around it, says of itself in an attribute. */
function attribute(event: Event, name: string): string | null {
  return (event.target as Element).closest(`[${name}]`)?.getAttribute(name) ?? null;
}

function pointAtWay(state: BoardState, event: Event): boolean {
  const way = attribute(event, "data-way");
  if (way) state.choose(Number(way));
  return way !== null;
}

function pressReserve(
  place: string, state: BoardState, { animator, grid }: Renderer, announcer: Announcer,
): void {
  animator.catchUp();
  if (!state.press(place)) return;
  announcer.tellPicking();
  const first = state.targets().keys().next().value;
  if (first && state.origin() === place) grid.focus(first);
}
