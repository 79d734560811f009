// The picture: layers of SVG, a sprite for each piece, and their motion.
import type { Running } from "./clock";
import { run } from "./clock";
import type { Sprite } from "./die";
import { DieSprite } from "./die";
import type { Point } from "../space/geometry";
import { holds } from "../space/geometry";
import type { Edges } from "./ground";
import { areaEdges, drawArea, drawGround, square, viewBox } from "./ground";
import type { Motion, SoundKind } from "../space/motion";
import { poseAt } from "../space/motion";
import { samePiece } from "../view/moves";
import type { Place, Pose } from "../space/poses";
import { eased, resting } from "../space/poses";
import type { Scene } from "./scene";
import { under, world } from "./scene";
import { edgesOf, isInside, nameOf, placeOf, squaresOf } from "../space/squares";
import { UNIT, make, set } from "./svg";
import { TokenSprite } from "./token";
import type { Piece, Pieces, View } from "../view/view";

const LAYERS = [
  "ground", "area", "below", "grid", "lines", "shades", "pieces", "above", "ring"] as const;
type Layer = (typeof LAYERS)[number];

export class Stage {
  readonly svg = make("svg", { class: "board" });
  readonly layers = {} as Record<Layer, SVGGElement>;
  readonly cells = new Map<string, SVGPathElement>();
  scene!: Scene;
  private sprites = new Map<string, Sprite>();
  private view: View | null = null;
  private frame: { edges: Edges; reach: Edges } | null = null;
  private grid = "";
  private held: Sprite | null = null;
  private ghosts: Sprite[] = [];

  constructor() {
    for (const name of LAYERS) {
      this.layers[name] = make("g", { class: name }, this.svg);
      if (name !== "grid") set(this.layers[name], { "aria-hidden": "true" });
    }
    set(this.layers.grid, { role: "grid" });
    set(this.layers.shades, { opacity: 0.26, "stroke-width": 5, "stroke-linejoin": "round" });
  }

  /** Look at a view in a scene; pieces are drawn where they lie. */
  setScene(scene: Scene, view: View): void {
    this.scene = scene;
    this.view = view;
    set(this.svg, { viewBox: viewBox(scene).join(" ") });
    drawGround(scene, view, this.layers.ground);
    this.drawCells();
    this.frame = view.area && this.frameOf(view);
    this.drawFrame();
    this.redraw();
  }

  /** The part of the plane that is shown glides to another one; whatever lies on it goes along. */
  glide(scene: Scene, view: View, length: number): Running {
    const from = this.scene;
    const offset = (axis: 0 | 1) => from.middle[axis] - scene.middle[axis];
    const [box, goal] = [viewBox(from), viewBox(scene)];
    const nearer = from.eye.distance - scene.eye.distance || 0;
    this.setScene(scene, view);
    return run(length, (t) => {
      const rest = 1 - eased(t);
      this.scene = { ...scene, eye: { ...scene.eye, distance: scene.eye.distance + nearer * rest }, middle: [
        scene.middle[0] + offset(0) * rest, scene.middle[1] + offset(1) * rest] };
      set(this.svg, { viewBox: goal.map((n, i) => n + (box[i]! - n) * rest).join(" ") });
      drawGround(this.scene, view, this.layers.ground);
      this.drawFrame();
      this.redraw();
    });
  }

  private frameOf(view: View): { edges: Edges; reach: Edges } {
    return { edges: areaEdges(this.scene, view.area!),
      reach: edgesOf(view.area!.reach, this.scene.viewport) };
  }

  private drawFrame(): void {
    if (!this.frame || !this.view?.area) this.layers.area.replaceChildren();
    else drawArea(this.scene, this.view.area, this.frame.edges, this.frame.reach,
      this.layers.area);
  }

  /** The frame of the area slides to where it is in another view; the pieces stay. */
  slideFrame(view: View, length: number): void {
    this.view = view;
    if (!view.area) return;
    const [from, to] = [this.frame ?? this.frameOf(view), this.frameOf(view)];
    const between = (a: Edges, b: Edges, t: number) =>
      a.map((n, i) => n + (b[i]! - n) * t) as Edges;
    run(String(from.edges) === String(to.edges) ? 0 : length, (t) => {
      this.frame = { edges: between(from.edges, to.edges, eased(t)),
        reach: between(from.reach, to.reach, eased(t)) };
      this.drawFrame();
    });
  }

  private drawCells(): void {
    const { scene } = this;
    const names = squaresOf(scene.viewport).map((place) => nameOf(place, scene.viewport.wrap));
    const key = `${scene.sign} ${scene.viewport.columns} ${names.join(" ")}`;
    if (key !== this.grid) this.makeCells(names);
    this.grid = key;
    for (const [name, cell] of this.cells)
      set(cell, { d: square(scene, placeOf(name, scene.viewport)) });
  }

  /** Make a cell for each square; the focus of the keyboard stays on its square. */
  private makeCells(names: string[]): void {
    const { grid } = this.layers;
    const focused = grid.querySelector(":focus")?.getAttribute("data-square");
    grid.replaceChildren();
    this.cells.clear();
    // Row by row as they are read: for White the last row comes first, for Black each from its end.
    const { sign, viewport } = this.scene;
    if (sign < 0) names.reverse();
    while (names.length) {
      const group = make("g", { role: "row" }, grid);
      for (const name of names.splice(-viewport.columns))
        this.cells.set(name, make("path", { role: "gridcell", class: "cell",
          "data-square": name, tabindex: -1 }, group));
    }
    this.cells.get(focused ?? "")?.focus();
  }

  where = (name: string): Place => placeOf(name, this.scene.viewport);

  /** Show these pieces where they lie; what is new or gone fades in or out. */
  setPieces(pieces: Pieces, fade: number): Running {
    const [come, gone]: [Sprite[], Sprite[]] = [[], []];
    for (const [name, sprite] of this.sprites)
      if (!looksLike(sprite, pieces[name])) {
        gone.push(sprite);
        this.sprites.delete(name);
      }
    for (const [name, piece] of Object.entries(pieces)) {
      const sprite = this.sprites.get(name) ?? this.sprite(piece, name);
      if (!this.sprites.has(name)) come.push(sprite);
      this.sprites.set(name, sprite);
      sprite.piece = piece;
      sprite.pose = resting(this.where(name), piece.faces);
      sprite.draw(this.scene);
    }
    const running = run(come.length + gone.length ? fade : 0, (t) => {
      for (const sprite of come) this.fade(sprite, t);
      for (const sprite of gone) this.fade(sprite, 1 - t);
      if (t >= 1) gone.forEach(remove);
    });
    this.sort();
    return running;
  }

  private fade(sprite: Sprite, opacity: number): void {
    sprite.pose = { ...sprite.pose, opacity };
    sprite.draw(this.scene);
  }

  private sprite(piece: Piece, name: string | null): Sprite {
    const pose = resting(name ? this.where(name) : [0, 0], piece.faces);
    const sprite = piece.kind === "piece"
      ? new TokenSprite(piece, pose) : new DieSprite(piece, pose);
    this.layers.pieces.append(sprite.node);
    this.layers.shades.append(sprite.shade);
    return sprite;
  }

  /** Play a motion, forward or from its end to its beginning; call `sound` when one is due. */
  play(motion: Motion, backward: boolean, sound: (kind: SoundKind) => void): Running {
    const actors = motion.tracks.map((track) => ({
      track, fresh: track.from === null,
      sprite: (track.from !== null && this.sprites.get(track.from))
        || this.sprite(track.piece, track.from) }));
    let heard = 0;
    return run(motion.length, (share) => {
      const time = (backward ? 1 - share : share) * motion.length;
      for (const { track, sprite } of actors) {
        sprite.pose = poseAt(track, time);
        sprite.draw(this.scene);
      }
      this.sort();
      while (!backward && heard < motion.sounds.length && motion.sounds[heard]!.at <= time)
        sound(motion.sounds[heard++]!.kind);
      if (share < 1) return;
      if (backward) actors.filter(({ fresh }) => fresh).forEach(({ sprite }) => remove(sprite));
      else this.rename(actors);
    });
  }

  /** After a motion the sprites belong to the squares where they have come to lie. */
  private rename(actors: { track: { from: string | null }; sprite: Sprite }[]): void {
    for (const { track } of actors) if (track.from) this.sprites.delete(track.from);
    for (const { sprite } of actors) {
      const { x, y, opacity } = sprite.pose;
      if (opacity <= 0.02) remove(sprite);
      else {
        sprite.piece = { ...sprite.piece, faces: sprite.pose.faces };
        this.sprites.set(nameOf([x, y], this.scene.viewport.wrap), sprite);
      }
    }
  }

  /** Move one piece by hand. */
  pose(name: string, pose: Pose): void {
    const sprite = this.sprites.get(name);
    if (!sprite) return;
    sprite.pose = pose;
    sprite.draw(this.scene);
    this.sort();
  }

  /** A piece that has come from a reserve and is held over the board; null lets it go. */
  hold(piece: Piece | null, place: Place = [0, 0]): void {
    if (this.held && this.held.piece !== piece) {
      remove(this.held);
      this.held = null;
    }
    if (!piece) return;
    this.held ??= this.sprite(piece, null);
    this.held.pose = { ...resting(place, piece.faces), z: 0.25 };
    this.held.draw(this.scene);
    this.layers.pieces.append(this.held.node);
  }

  /** Ghosts stand among the pieces, but they are not there: nothing moves or hits them. */
  addGhost(ghost: Sprite): void {
    this.ghosts.push(ghost);
    this.layers.pieces.append(ghost.node);
    ghost.draw(this.scene);
    this.sort();
  }

  clearGhosts(): void {
    this.ghosts.forEach(remove);
    this.ghosts = [];
  }

  redraw(): void {
    for (const sprite of this.sprites.values()) sprite.draw(this.scene);
    this.sort();
  }

  /** How far from the viewer a piece lies. */
  private depth({ pose }: Sprite): number {
    const [x, y] = world(this.scene, [pose.x, pose.y]);
    return y - 3 * Math.max(0, pose.lean ? 0 : pose.z) - x * this.scene.eye.aside;
  }

  /** What is nearer to the viewer is drawn later. */
  private sort(): void {
    const { pieces } = this.layers;
    const depth = new Map<Element, number>();
    for (const sprite of [...this.sprites.values(), ...this.ghosts]) depth.set(sprite.node, this.depth(sprite));
    const nodes = [...pieces.children];
    const order = (node: Element) => depth.get(node) ?? -100;
    for (let i = 1; i < nodes.length; i += 1)
      if (order(nodes[i - 1]!) < order(nodes[i]!)) {
        nodes.sort((a, b) => order(b) - order(a));
        pieces.append(...nodes);
        return;
      }
  }

  /** Where a point of the window is, in squares on the screen. */
  point(event: { clientX: number; clientY: number }): Point {
    const matrix = this.svg.getScreenCTM?.();
    if (!matrix) return [event.clientX / UNIT, event.clientY / UNIT];
    // The page may have turned the board.
    const { a, b = 0, c = 0, d, e, f } = matrix;
    const [x, y, size] = [event.clientX - e, event.clientY - f, (a * d - b * c) * UNIT];
    return [(d * x - c * y) / size, (a * y - b * x) / size];
  }

  /** How many pixels a square is wide. */
  pixels(): number {
    const { a, b = 0 } = this.svg.getScreenCTM?.() ?? { a: 0.5 };
    return Math.hypot(a, b) * UNIT;
  }

  /** The square whose piece is seen at a point, else the square itself. */
  hit(point: Point): string | null {
    const inFront = [...this.sprites].filter(([, sprite]) => holds(sprite.hull, point))
      .sort(([, a], [, b]) => this.depth(a) - this.depth(b));
    return inFront[0]?.[0] ?? this.squareUnder(point);
  }

  squareUnder(point: Point): string | null {
    return this.squareAt(under(this.scene, point));
  }

  /** The square at a place of the board. */
  squareAt([column, row]: Place): string | null {
    const { viewport } = this.scene;
    const place: Place = [Math.round(column), Math.round(row)];
    return isInside(place, viewport) ? nameOf(place, viewport.wrap) : null;
  }
}

/** Whether a sprite, as it lies, already shows a piece. */
function looksLike({ piece, pose }: Sprite, wanted: Piece | undefined): boolean {
  if (!wanted || !pose.faces || !wanted.faces) return samePiece(piece, wanted);
  return piece.colour === wanted.colour && piece.kind === wanted.kind
    && pose.faces.top === wanted.faces.top && pose.faces.north === wanted.faces.north;
}

function remove(sprite: Sprite): void {
  sprite.node.remove();
  sprite.shade.remove();
}
