// The eye is moved: by dragging what lies beside the squares, with the middle button, with two
// fingers, or by keys.
import type { Point } from "../space/geometry";
import { TILTS, TURNS } from "../space/geometry";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";

const DEGREES = 0.12;                   // for each pixel
const MIDDLE_BUTTON = 1;

/** Look from elsewhere, as far as that is possible; the host hears of it. */
export function look(state: BoardState, tilt: number, turn: number): void {
  if (state.settings.mode === "flat") return;
  state.set("tilt", within(TILTS, tilt));
  state.set("turn", within(TURNS, turn));
  state.emit("event", "camera", { tilt: state.settings.tilt, turn: state.settings.turn });
}

function within([least, most]: Point, degrees: number): number {
  return Math.max(least, Math.min(most, degrees));
}

export class EyeInput {
  /** Where the pointers are that are down. */
  private down = new Map<number, Point>();
  private begun: { at: Point; tilt: number; turn: number } | null = null;

  /** `letGo` is called when a second finger comes, so that the first one carries nothing. */
  constructor(private state: BoardState, private stage: Stage, private letGo: () => void) {
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const)
      svg.addEventListener(end, (event) => this.end(event));
  }

  private press(event: PointerEvent): void {
    if (this.state.settings.mode === "flat") return;
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
    const two = event.pointerType === "touch" && this.down.size > 1;
    const beside = event.pointerType !== "touch" && event.isTrusted
      && this.stage.hit(this.stage.point(event)) === null;
    if (!two && !beside && event.button !== MIDDLE_BUTTON) return;
    if (two) this.letGo();
    event.preventDefault();
    event.stopImmediatePropagation();
    this.stage.svg.setPointerCapture?.(event.pointerId);
    const { tilt, turn } = this.state.settings;
    this.begun = { at: this.middle(), tilt, turn };
  }

  private move(event: PointerEvent): void {
    if (this.down.has(event.pointerId)) this.down.set(event.pointerId, [event.clientX, event.clientY]);
    if (!this.begun) return;
    event.stopImmediatePropagation();
    const { at, tilt, turn } = this.begun;
    const [x, y] = this.middle();
    look(this.state, tilt + (y - at[1]) * DEGREES, turn + (x - at[0]) * DEGREES);
  }

  private end(event: PointerEvent): void {
    this.down.delete(event.pointerId);
    if (!this.begun) return;
    event.stopImmediatePropagation();
    if (!this.down.size) this.begun = null;
    else this.begun = { at: this.middle(), tilt: this.state.settings.tilt,
      turn: this.state.settings.turn };
  }

  private middle(): Point {
    const all = [...this.down.values()];
    const sum = (axis: 0 | 1) => all.reduce((total, point) => total + point[axis], 0);
    return [sum(0) / all.length, sum(1) / all.length];
  }
}
