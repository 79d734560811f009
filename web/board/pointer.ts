// Mouse, pen and finger: clicking, dragging and rolling, and drawing with the right button.
import { isRolled, Roll } from "./drag";
import { colourOf, toggled } from "./drawings";
import { EDGE } from "./geometry";
import type { Point } from "./geometry";
import { movesFrom, movesTo, reservePiece } from "./moves";
import { nearestWay } from "./nearest";
import type { Place } from "./poses";
import { resting } from "./poses";
import type { Renderer } from "./renderer";
import { Roller } from "./roller";
import { under } from "./scene";
import { pressInSetup } from "./set-up";
import { isInside, nameOf } from "./squares";
import type { Stage } from "./stage";
import type { BoardState } from "./state";
import type { Piece } from "./view";

/** The piece that is held by the pointer. */
interface Held {
  position: string;
  origin: string;
  piece: Piece;
  roll: Roll | null;
  roller: Roller | null;
  offset: Place;
  start: Point;
  last: Place;
  moved: boolean;
  wasPicked: boolean;
}

const SLACK = 0.12;                     // squares that a click may shake
const MIDDLE = 0.15;                    // squares around a middle that belong to the square itself
const REACH = 23;                       // pixels around a finger in which a target is looked for

export class PointerInput {
  private held: Held | null = null;
  private pressed: string | null = null;
  private drawnFrom: string | null = null;
  private stage: Stage;

  constructor(private state: BoardState, private renderer: Renderer) {
    this.stage = renderer.stage;
    const { svg } = this.stage;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.letGo());
    svg.addEventListener("pointerleave", () => { if (!this.held) state.point(null); });
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => this.click(event));
    // What is held belongs to a position, which another may replace while somebody moves in advance.
    state.on("change", () => {
      if (this.held && this.held.position !== state.view?.position) this.letGo();
    });
  }

  private square(event: PointerEvent): string | null {
    const { stage, state } = this;
    const point = stage.point(event);
    const direct = stage.hit(point);
    const targets = state.targets();
    const meant = (name: string | null) =>
      name !== null && (targets.has(name) || state.origins().has(name));
    // A piece in front may just cover the middle of a square behind it, which is still meant.
    const flat = stage.squareUnder(point);
    if (flat !== direct && meant(flat)
      && (!meant(direct) || this.offMiddle(flat!, point) < MIDDLE)) return flat;
    if (event.pointerType !== "touch" || meant(direct)) return direct;
    return this.nearest(point, [...(targets.size ? targets.keys() : state.origins())]) ?? direct;
  }

  private offMiddle(name: string, point: Point): number {
    const [place, middle] = [under(this.stage.scene, point), this.stage.where(name)];
    return Math.hypot(place[0] - middle[0], place[1] - middle[1]);
  }

  private nearest([x, y]: Point, names: string[]): string | null {
    const { stage } = this;
    const [column, row] = under(stage.scene, [x, y]);
    const reach = REACH / stage.pixels() + 0.5;
    const far = (name: string) => {
      const place = stage.where(name);
      return Math.max(Math.abs(place[0] - column), Math.abs(place[1] - row));
    };
    const near = names.filter((name) => !name.startsWith("@") && far(name) < Math.min(0.95, reach));
    return near.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  private down(event: PointerEvent): void {
    const { state, stage, state: { userDrawing } } = this;
    this.renderer.animator.catchUp();
    const square = this.square(event);
    if (event.button === 2) {
      this.drawnFrom = state.plan(null) ? null : square;
      return;
    }
    if (event.button !== 0 || !event.isPrimary || square === null) return;
    if (pressInSetup(state, square)) return;
    if (userDrawing.arrows.length || userDrawing.marks.length) state.setUserDrawing();
    const piece = state.view?.pieces[square];
    if (piece && state.origins().has(square) && !state.targets().has(square)
      && state.picking.at !== "confirm") this.grip(square, piece, stage.point(event), event);
    else {
      this.pressed = square;
      state.point(square);
      this.hoverWay(stage.point(event));
    }
  }

  /** Take a piece of a reserve, at the pointer. */
  take(place: string, event: PointerEvent): void {
    const { state, stage } = this;
    if (!state.origins().has(place)) return;
    event.preventDefault();
    this.grip(place, reservePiece(state.view!, place), stage.point(event), event);
    const move = (moved: PointerEvent) => this.move(moved);
    const up = (lifted: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      this.up(lifted);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  private grip(origin: string, piece: Piece, start: Point, event: PointerEvent): void {
    const { state, stage } = this;
    const wasPicked = state.origin() === origin;
    if (!wasPicked || state.picking.at !== "picked") state.pick(origin);
    const moves = movesFrom(state.view!, origin);
    const rolls = moves.length > 0 && moves.every(isRolled);
    const lying = origin.startsWith("@") ? null : stage.where(origin);
    const at = under(stage.scene, start, rolls ? EDGE / 2 : 0.1);
    const offset: Place = lying ? [lying[0] - at[0], lying[1] - at[1]] : [0, 0];
    this.held = {
      position: state.view!.position, origin, piece, start, offset, moved: false, wasPicked, last: lying ?? at,
      roll: rolls ? new Roll(origin, moves) : null,
      roller: rolls ? new Roller(stage, origin, piece.faces, this.renderer.tiltTime() === 0,
        () => state.emit("sound", "tilt")) : null,
    };
    // What is done again, because it was done too early, has no pointer any more.
    if (lying && event.isTrusted) stage.svg.setPointerCapture?.(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { stage } = this;
    const point = stage.point(event);
    if (this.held) this.drag(this.held, point);
    else this.hover(event, point);
  }

  private hover(event: PointerEvent, point: Point): void {
    const { state, stage } = this;
    const square = this.square(event);
    const meant = square !== null && (state.targets().has(square) || state.origins().has(square));
    stage.svg.classList.toggle("pressable", meant || state.picking.at === "ways");
    if (state.picking.at === "ways") this.hoverWay(point);
    else if (event.pointerType !== "touch" || this.pressed)
      state.point(square);
  }

  private hoverWay(point: Point): number {
    const { state, stage } = this;
    if (state.picking.at !== "ways") return -1;
    const way = nearestWay(stage.scene, state.picking.ways, point);
    if (way >= 0) state.choose(way);
    return way;
  }

  private drag(held: Held, point: Point): void {
    const { stage, state } = this;
    if (!held.moved) {
      const shaken = Math.hypot(point[0] - held.start[0], point[1] - held.start[1]);
      if (shaken < SLACK) return;
      held.moved = true;
    }
    const height = held.roll ? EDGE / 2 : 0.1;
    const at = under(stage.scene, point, height);
    const place: Place = [at[0] + held.offset[0], at[1] + held.offset[1]];
    if (held.roll) this.rollTo(held, held.roll, place);
    else if (held.origin.startsWith("@")) stage.hold(held.piece, place);
    else stage.pose(held.origin, { ...resting(place, held.piece.faces), z: 0.25 });
    held.last = place;
    const over = held.roll ? null : this.over(place);
    state.drag(held.roll?.moves() ?? movesTo(state.view!, held.origin, over ?? ""), over);
  }

  private over([column, row]: Place): string | null {
    const { viewport } = this.stage.scene;
    const place: Place = [Math.round(column), Math.round(row)];
    return isInside(place, viewport) ? nameOf(place, viewport.wrap) : null;
  }

  /** A fast pointer skips squares: look at what lies between two events too. */
  private rollTo(held: Held, roll: Roll, [column, row]: Place): void {
    const [fromColumn, fromRow] = held.last;
    const parts = Math.max(1, Math.ceil(4 * Math.hypot(column - fromColumn, row - fromRow)));
    let changed = false;
    for (let i = 1; i <= parts; i += 1) {
      const square = this.over([fromColumn + ((column - fromColumn) * i) / parts,
        fromRow + ((row - fromRow) * i) / parts]);
      if (square && roll.towards(square)) changed = true;
    }
    if (changed) void held.roller!.follow(roll.path);
  }

  private up(event: PointerEvent): void {
    const { state } = this;
    if (event.button === 2) {
      const to = this.square(event);
      if (this.drawnFrom && to)
        state.setUserDrawing(toggled(state.userDrawing, this.drawnFrom, to, colourOf(event)));
      this.drawnFrom = null;
      return;
    }
    const { held, pressed } = this;
    this.held = null;
    this.pressed = null;
    if (held) this.drop(held);
    else if (pressed !== null) this.release(pressed, event);
  }

  private release(pressed: string, event: PointerEvent): void {
    const { state, stage } = this;
    const point = stage.point(event);
    if (state.picking.at === "ways" && this.hoverWay(point) >= 0) state.accept();
    else if (this.square(event) === pressed) state.press(pressed);
    if (event.pointerType === "touch" && state.picking.at !== "ways") state.point(null);
  }

  private drop(held: Held): void {
    const { state } = this;
    if (!held.moved) {
      if (held.wasPicked) state.press(held.origin);
      return;
    }
    const target = this.over(held.last);
    if (held.roll) void this.dropRolled(held, held.roll, target);
    else this.dropCarried(held, target);
  }

  private async dropRolled(held: Held, roll: Roll, target: string | null): Promise<void> {
    const { state } = this;
    const moves = target === roll.square ? roll.moves() : [];
    const asked = () => state.picking.at === "ways" || state.picking.at === "confirm";
    if (moves.length === 1) await held.roller!.follow(roll.path);
    // A move in advance is not made yet: the die lies where it lay.
    if (moves.length && state.drop(held.origin, target!, moves, true) && !asked()
      && !state.premove) return;
    await held.roller!.follow([]);
    if (!this.held) state.dragEnded();
  }

  private dropCarried(held: Held, target: string | null): void {
    const { state, stage } = this;
    const moves = target ? movesTo(state.view!, held.origin, target) : [];
    stage.hold(null);
    if (!held.origin.startsWith("@"))
      stage.pose(held.origin, resting(stage.where(held.origin), held.piece.faces));
    if (moves.length) state.drop(held.origin, target!, moves, true);
    else state.dragEnded();
  }

  /** What is held falls back to where it lay. */
  letGo(): void {
    const { held } = this;
    this.held = null;
    if (held) this.drop({ ...held, last: [-99, -99] });
    this.pressed = null;
    this.drawnFrom = null;
  }

  /** A click without any pointer comes from a screen reader. */
  private click(event: MouseEvent): void {
    const square = (event.target as Element).getAttribute?.("data-square");
    if (event.detail !== 0 || !square || !this.stage.svg.isConnected) return;
    this.renderer.animator.catchUp();
    if (!pressInSetup(this.state, square)) this.state.press(square);
  }
}
