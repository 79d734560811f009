// Setting up by pointer: pieces are dragged from the palette to squares, from square to square, and off the
// board; a press does what the tool does.
import { follow } from "./gesture";
import type { Place } from "../space/poses";
import { resting } from "../space/poses";
import { under } from "../drawing/scene";
import { carried, pressed, put } from "../state/set-up";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import type { Piece } from "../view/view";

const SLACK = 6;                        // pixels that a press may shake
const HEIGHT = 0.25;                    // of a piece that is held over the board, in squares

export class SetupInput {
  letGo: () => void = () => {};

  constructor(private state: BoardState, private stage: Stage) {
    stage.svg.addEventListener("pointerdown", (event) => this.down(event));
  }

  private down(event: PointerEvent): void {
    const { state, stage } = this;
    if (!state.setup || event.button !== 0 || !event.isPrimary) return;
    const square = stage.hit(stage.point(event));
    if (!square) return;
    const piece = state.setup.pieces[square];
    if (piece && event.isTrusted) stage.svg.setPointerCapture?.(event.pointerId);
    this.carry(event, stage.svg, piece ?? null, square, () => pressInSetup(state, square));
  }

  /** Take a new piece out of the palette; without being dragged it is the tool. */
  take(piece: Piece, event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.carry(event, window, piece, null, () => {});
  }

  private carry(
    event: PointerEvent, place: EventTarget, piece: Piece | null, from: string | null, press: () => void,
  ): void {
    const { state, stage } = this;
    this.letGo();
    let moved = false;
    const back = (): void => {
      stage.hold(null);
      if (moved && piece && from) stage.pose(from, resting(stage.where(from), piece.faces));
    };
    this.letGo = follow(event, place, {
      move: (now) => {
        moved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > SLACK;
        if (!moved || !piece) return;
        const at = this.at(now);
        if (from) stage.pose(from, { ...resting(at, piece.faces), z: HEIGHT });
        else stage.hold(piece, at);
      },
      up: (now) => {
        back();
        const { setup } = state;
        if (!moved) press();
        else if (piece && setup) {
          const to = stage.squareAt(this.at(now));
          if (from && to !== from) state.changeSetup(carried(setup, from, to));
          else if (!from && to) state.changeSetup(put(setup, piece, to));
        }
      },
      cancel: back,
    });
  }

  private at(event: PointerEvent): Place {
    return under(this.stage.scene, this.stage.point(event), HEIGHT);
  }
}

/** A press on a square while a position is set up belongs to that; false while none is. */
export function pressInSetup(state: BoardState, square: string): boolean {
  if (!state.setup) return false;
  state.changeSetup(pressed(state.setup, square));
  return true;
}
