// Mouse, pen and finger: clicking, dragging and rolling, and drawing with the right button.
import { isRolled, Roll } from "./drag";
import { colourOf, toggled } from "./drawings";
import { EDGE } from "./geometry";
import type { Point } from "./geometry";
import { movesFrom, movesTo } from "./moves";
import { nearestWay } from "./nearest";
import type { Play } from "./play";
import type { Place } from "./poses";
import { resting } from "./poses";
import { Roller } from "./roller";
import { under } from "./scene";
import { isInside, nameOf } from "./squares";
import type { Stage } from "./stage";
import type { Drawing, Move, Piece } from "./view";

/** What the hand needs of the board around it. */
export interface Table {
  stage: Stage;
  play: Play;
  drawing: Drawing;
  still: boolean;
  draw(drawing: Drawing): void;
  refresh(): void;
  knock(): void;
  /** Bring to its end whatever still moves. */
  hurry(): void;
  /** In set-up mode a press belongs to the set-up. */
  setUp(square: string): boolean;
}

interface Held {
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

export class Hand {
  private held: Held | null = null;
  private pressed: string | null = null;
  private drawn: string | null = null;

  constructor(private table: Table, private host: HTMLElement) {
    const { svg } = table.stage;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.letGo());
    svg.addEventListener("pointerleave", () => { if (!this.held) table.play.point(null); });
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => this.click(event));
  }

  /** The moves that the dragged piece has made so far, if it is being dragged. */
  inHand(): Move[] | null {
    if (!this.held?.moved) return null;
    const { roll, origin } = this.held;
    return roll ? roll.moves() : movesTo(this.table.play.view!, origin,
      this.table.play.pointed ?? "");
  }

  private square(event: PointerEvent): string | null {
    const { stage, play } = this.table;
    const point = stage.point(event);
    const direct = stage.hit(point);
    const targets = play.targets();
    const meant = (name: string | null) =>
      name !== null && (targets.has(name) || play.origins().has(name));
    // A piece in front may just cover the middle of a square behind it, which is still meant.
    const flat = stage.squareUnder(point);
    if (flat !== direct && meant(flat)
      && (!meant(direct) || this.offMiddle(flat!, point) < MIDDLE)) return flat;
    if (event.pointerType !== "touch" || meant(direct)) return direct;
    return this.nearest(point, [...(targets.size ? targets.keys() : play.origins())]) ?? direct;
  }

  private offMiddle(name: string, point: Point): number {
    const [place, middle] = [under(this.table.stage.scene, point), this.table.stage.where(name)];
    return Math.hypot(place[0] - middle[0], place[1] - middle[1]);
  }

  private nearest([x, y]: Point, names: string[]): string | null {
    const { stage } = this.table;
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
    const { play, stage, drawing } = this.table;
    this.table.hurry();
    const square = this.square(event);
    if (event.button === 2) {
      this.drawn = square;
      return;
    }
    if (event.button !== 0 || !event.isPrimary || square === null) return;
    if (this.table.setUp(square)) return;
    if (drawing.arrows.length || drawing.marks.length)
      this.table.draw({ arrows: [], marks: [] });
    const piece = play.view?.pieces[square];
    if (piece && play.origins().has(square) && !play.targets().has(square)
      && play.picking.at !== "confirm") this.grip(square, piece, stage.point(event), event);
    else {
      this.pressed = square;
      play.point(play.targets().has(square) ? square : null);
      this.hoverWay(stage.point(event));
    }
  }

  /** Take a piece of a reserve, at the pointer. */
  take(place: string, piece: Piece, event: PointerEvent): void {
    if (!this.table.play.origins().has(place)) return;
    event.preventDefault();
    this.grip(place, piece, this.table.stage.point(event), event);
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
    const { play, stage } = this.table;
    const wasPicked = play.origin() === origin;
    if (!wasPicked || play.picking.at !== "picked") play.pick(origin);
    const moves = movesFrom(play.view!, origin);
    const rolls = moves.length > 0 && moves.every(isRolled);
    const lying = origin.startsWith("@") ? null : stage.where(origin);
    const at = under(stage.scene, start, rolls ? EDGE / 2 : 0.1);
    const offset: Place = lying ? [lying[0] - at[0], lying[1] - at[1]] : [0, 0];
    this.held = {
      origin, piece, start, offset, moved: false, wasPicked, last: lying ?? at,
      roll: rolls ? new Roll(origin, moves) : null,
      roller: rolls ? new Roller(stage, origin, piece.faces, this.table.still,
        () => this.table.knock()) : null,
    };
    // What is done again, because it was done too early, has no pointer any more.
    if (lying && event.isTrusted) stage.svg.setPointerCapture?.(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { stage } = this.table;
    const point = stage.point(event);
    if (this.held) this.drag(this.held, point);
    else this.hover(event, point);
  }

  private hover(event: PointerEvent, point: Point): void {
    const { play, stage } = this.table;
    const square = this.square(event);
    const meant = square !== null && (play.targets().has(square) || play.origins().has(square));
    stage.svg.classList.toggle("hand", meant || play.picking.at === "ways");
    if (play.picking.at === "ways") this.hoverWay(point);
    else if (event.pointerType !== "touch" || this.pressed)
      play.point(square);
  }

  private hoverWay(point: Point): number {
    const { play, stage } = this.table;
    if (play.picking.at !== "ways") return -1;
    const way = nearestWay(stage.scene, play.picking.ways, point);
    if (way >= 0) play.choose(way);
    return way;
  }

  private drag(held: Held, point: Point): void {
    const { stage, play } = this.table;
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
    play.point(held.roll ? null : this.over(place));
    this.table.refresh();
  }

  private over([column, row]: Place): string | null {
    const { shown } = this.table.stage.scene;
    const place: Place = [Math.round(column), Math.round(row)];
    return isInside(place, shown) ? nameOf(place, shown.wrap) : null;
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
    if (event.button === 2) {
      const to = this.square(event);
      if (this.drawn && to)
        this.table.draw(toggled(this.table.drawing, this.drawn, to, colourOf(event)));
      this.drawn = null;
      return;
    }
    const { held, pressed } = this;
    this.held = null;
    this.pressed = null;
    if (held) this.drop(held);
    else if (pressed !== null) this.release(pressed, event);
  }

  private release(pressed: string, event: PointerEvent): void {
    const { play, stage } = this.table;
    const point = stage.point(event);
    if (play.picking.at === "ways" && this.hoverWay(point) >= 0) play.accept();
    else if (this.square(event) === pressed) play.press(pressed);
    if (event.pointerType === "touch" && play.picking.at !== "ways") play.point(null);
  }

  private drop(held: Held): void {
    const { play } = this.table;
    if (!held.moved) {
      if (held.wasPicked) play.press(held.origin);
      return;
    }
    const target = this.over(held.last);
    if (held.roll) void this.dropRolled(held, held.roll, target);
    else this.dropCarried(held, target);
  }

  private async dropRolled(held: Held, roll: Roll, target: string | null): Promise<void> {
    const { play } = this.table;
    const moves = target === roll.square ? roll.moves() : [];
    const asked = () => play.picking.at === "ways" || play.picking.at === "confirm";
    if (moves.length === 1) await held.roller!.follow(roll.path);
    if (moves.length && play.drop(held.origin, target!, moves, true) && !asked()) return;
    await held.roller!.follow([]);
    this.table.refresh();
  }

  private dropCarried(held: Held, target: string | null): void {
    const { play, stage } = this.table;
    const moves = target ? movesTo(play.view!, held.origin, target) : [];
    stage.hold(null);
    if (!held.origin.startsWith("@"))
      stage.pose(held.origin, resting(stage.where(held.origin), held.piece.faces));
    if (moves.length) play.drop(held.origin, target!, moves, true);
    else this.table.refresh();
  }

  private letGo(): void {
    if (this.held) this.drop({ ...this.held, last: [-99, -99] });
    this.held = null;
    this.pressed = null;
    this.drawn = null;
  }

  /** A click without any pointer comes from a screen reader. */
  private click(event: MouseEvent): void {
    const square = (event.target as Element).getAttribute?.("data-square");
    if (event.detail !== 0 || !square || this.host.isConnected === false) return;
    this.table.hurry();
    if (!this.table.setUp(square)) this.table.play.press(square);
  }
}
