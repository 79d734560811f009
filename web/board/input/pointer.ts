// Mouse, pen and finger: clicking, dragging and rolling, and drawing with the right button.
import { isRolled, Roll } from "./drag";
import { colourOf, toggled } from "../marks/drawings";
import { EDGE } from "../space/geometry";
import type { Point } from "../space/geometry";
import { follow } from "./gesture";
import { movesFrom, movesTo, reservePiece } from "../view/moves";
import { nearestWay } from "./nearest";
import type { Place } from "../space/poses";
import { resting } from "../space/poses";
import type { Renderer } from "../renderer";
import { Roller } from "./roller";
import { under } from "../drawing/scene";
import { pressInSetup } from "./set-up";
import type { Stage } from "../drawing/stage";
import type { BoardState } from "../state/state";
import type { Piece } from "../view/view";

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
  /** What is held falls back to where it lay, and what is pressed means nothing. */
  letGo: () => void = () => {};
  private stage: Stage;

  constructor(private state: BoardState, private renderer: Renderer) {
    this.stage = renderer.stage;
    const { svg } = this.stage;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => { if (!this.held) this.hover(event); });
    svg.addEventListener("touchstart", (event) => {
      if (event.cancelable && this.grabs(event)) event.preventDefault();
    }, { passive: false });
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

  /** Whether fingers are for the board: from anywhere else they may scroll the page. */
  private grabs({ touches }: TouchEvent): boolean {
    const { state, stage } = this;
    if (touches.length > 1 || state.picking.at === "ways") return true;
    const square = stage.hit(stage.point(touches[0]!));
    return square !== null && (state.setup ? square in state.setup.pieces : state.origins().has(square));
  }

  private down(event: PointerEvent): void {
    const { state, stage, state: { userDrawing } } = this;
    if (state.setup || !event.isPrimary) return;
    this.letGo();
    this.renderer.animator.catchUp();
    const square = this.square(event);
    if (event.button === 2) {
      if (!state.plan(null) && square) this.draw(square, event);
      return;
    }
    if (event.button !== 0 || square === null) return;
    if (userDrawing.arrows.length || userDrawing.marks.length) state.setUserDrawing();
    const piece = state.view?.pieces[square];
    if (piece && state.origins().has(square) && !state.targets().has(square)
      && state.picking.at !== "confirm") this.grip(square, piece, event, stage.svg);
    else this.press(square, event);
  }

  /** An arrow or a mark, from a square to where the right button goes up. */
  private draw(from: string, event: PointerEvent): void {
    const { state } = this;
    this.letGo = follow(event, this.stage.svg, {
      up: (lifted) => {
        const to = this.square(lifted);
        if (to) state.setUserDrawing(toggled(state.userDrawing, from, to, colourOf(lifted)));
      },
      cancel: () => {},
    });
  }

  private press(square: string, event: PointerEvent): void {
    const { state, stage } = this;
    state.point(square);
    this.hoverWay(stage.point(event));
    this.letGo = follow(event, stage.svg, {
      move: (moved) => { if (moved.pointerType === "touch") state.point(this.square(moved)); },
      up: (lifted) => this.release(square, lifted),
      cancel: () => state.point(null),
    });
  }

  /** Take a piece of a reserve, at the pointer. */
  take(place: string, event: PointerEvent): void {
    const { state } = this;
    if (!state.origins().has(place)) return;
    event.preventDefault();
    this.grip(place, reservePiece(state.view!, place), event, window);
  }

  private grip(origin: string, piece: Piece, event: PointerEvent, place: EventTarget): void {
    const { state, stage } = this;
    const start = stage.point(event);
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
    const { held } = this;
    const done = (end: (held: Held) => void) => () => {
      this.held = null;
      end(held);
    };
    this.letGo = follow(event, place, {
      move: (moved) => this.drag(held, stage.point(moved)),
      up: done(() => this.drop(held)),
      cancel: done(() => this.giveBack(held)),
    });
  }

  private hover(event: PointerEvent): void {
    const { state, stage } = this;
    const point = stage.point(event);
    const square = this.square(event);
    const meant = square !== null && (state.targets().has(square) || state.origins().has(square));
    stage.svg.classList.toggle("pressable", meant || state.picking.at === "ways");
    if (state.picking.at === "ways") this.hoverWay(point);
    else if (event.pointerType !== "touch") state.point(square);
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
    const over = held.roll ? null : stage.squareAt(place);
    state.drag(held.roll?.moves() ?? movesTo(state.view!, held.origin, over ?? ""), over);
  }

  /** A fast pointer skips squares: look at what lies between two events too. */
  private rollTo(held: Held, roll: Roll, [column, row]: Place): void {
    const [fromColumn, fromRow] = held.last;
    const parts = Math.max(1, Math.ceil(4 * Math.hypot(column - fromColumn, row - fromRow)));
    let changed = false;
    for (let i = 1; i <= parts; i += 1) {
      const square = this.stage.squareAt([fromColumn + ((column - fromColumn) * i) / parts,
        fromRow + ((row - fromRow) * i) / parts]);
      if (square && roll.towards(square)) changed = true;
    }
    if (changed) void held.roller!.follow(roll.path);
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
    const target = this.stage.squareAt(held.last);
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

  /** What was held lies again where it lay, and is picked only if it was before. */
  private giveBack(held: Held): void {
    if (held.moved) this.drop({ ...held, last: [-99, -99] });
    else if (!held.wasPicked) this.state.pick(null);
  }

  /** A click without any pointer comes from a screen reader. */
  private click(event: MouseEvent): void {
    const square = (event.target as Element).getAttribute?.("data-square");
    if (event.detail !== 0 || !square || !this.stage.svg.isConnected) return;
    this.renderer.animator.catchUp();
    if (!pressInSetup(this.state, square)) this.state.press(square);
  }
}
