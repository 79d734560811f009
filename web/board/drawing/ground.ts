// The board itself, without pieces: its frame and squares, coordinates, goals, Echek's area.
import type { Point, Vec } from "../space/geometry";
import { project } from "../space/geometry";
import { plane } from "./die";
import type { Place } from "../space/poses";
import type { Scene } from "./scene";
import { onScreen, world } from "./scene";
import { edgesOf, nameOf, placeOf, squaresOf } from "../space/squares";
import { make, outline, polygon, round } from "./svg";
import { dimmed, mixed } from "./theme";
import type { Area, View } from "../view/view";

const THICKNESS = 0.2;
const RAIL = 0.055;                     // half the width of a border
const RAIL_HEIGHT = 0.13;

/** The edges of a rectangle of squares: west, south, east, north. */
export type Edges = [number, number, number, number];

export function frameWidth(scene: Scene): number {
  return scene.coordinates ? scene.small + 0.16 : 0.14;
}

function viewportEdges({ viewport }: Scene): Edges {
  const [west, south] = [viewport.west - 0.5, viewport.south - 0.5];
  return [west, south, west + viewport.columns, south + viewport.rows];
}

function corners(scene: Scene, [west, south, east, north]: Edges, z = 0): Vec[] {
  const places: Place[] = [[west, south], [east, south], [east, north], [west, north]];
  return places.map((place) => world(scene, place, z));
}

function grown([west, south, east, north]: Edges, by: number): Edges {
  return [west - by, south - by, east + by, north + by];
}

/** Four numbers for `viewBox` that show the board, its frame and the dice on its last row. */
export function viewBox(scene: Scene): [number, number, number, number] {
  const edges = viewportEdges(scene);
  const flat = scene.flat ? 0 : THICKNESS;
  const low = corners(scene, grown(edges, frameWidth(scene) + 0.04), -flat);
  const high = corners(scene, edges, scene.flat ? 0 : 0.62);
  const points: Point[] = [...low, ...high].map((point) => project(scene.eye, point));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [round(Math.min(...xs)), round(Math.min(...ys))];
  return [left, top, round(Math.max(...xs)) - left, round(Math.max(...ys)) - top];
}

export function drawGround(scene: Scene, view: View, layer: SVGGElement): void {
  layer.replaceChildren();
  if (scene.viewport.wrap) drawPlane(scene, layer);
  else drawTable(scene, layer);
  drawSquares(scene, layer);
  drawGoals(scene, view, layer);
  if (scene.coordinates) drawCoordinates(scene, layer);
}

function drawTable(scene: Scene, layer: SVGGElement): void {
  const { theme } = scene;
  const edges = grown(viewportEdges(scene), frameWidth(scene));
  const round = { "stroke-linejoin": "round" };
  make("path", { d: outline(scene.eye, corners(scene, edges, -THICKNESS)), fill: theme.shadow,
    stroke: theme.shadow, "stroke-width": 12, opacity: 0.2, ...round }, layer);
  const top = corners(scene, grown(edges, -0.04), 0);
  const low = corners(scene, grown(edges, -0.04), -THICKNESS);
  const side = dimmed(theme.frame, 0.72);
  if (!scene.flat)
    make("path", { d: outline(scene.eye, low), fill: side, stroke: side, "stroke-width": 8,
      ...round }, layer);
  for (const face of scene.flat ? [] : [[0, 1], [1, 2], [2, 3], [3, 0]])
    make("path", { d: outline(scene.eye, [top[face[0]!]!, top[face[1]!]!, low[face[1]!]!,
      low[face[0]!]!]), fill: side, stroke: side, "stroke-width": 8, ...round }, layer);
  make("path", { d: outline(scene.eye, top), fill: theme.frame, stroke: theme.frame,
    "stroke-width": 8, ...round }, layer);
  make("path", { d: outline(scene.eye, corners(scene, grown(edges, -0.03), 0)), fill: "none",
    stroke: mixed(theme.frame, 255, 0.25), "stroke-width": 1.5, opacity: 0.6, ...round }, layer);
}

/**
 * An endless board goes on beyond what is shown: the first bit of the next squares, paler. It lies
 * on paper of its own, so that it looks the same on dark pages.
 */
function drawPlane(scene: Scene, layer: SVGGElement): void {
  const inner = viewportEdges(scene);
  const [west, south, east, north] = inner;
  const by = frameWidth(scene);
  make("path", { d: outline(scene.eye, corners(scene, grown(inner, by))), fill: scene.theme.page },
    layer);
  const paths: [string[], string[]] = [[], []];
  for (let column = west - 0.5; column < east + 1; column += 1)
    for (let row = south - 0.5; row < north + 1; row += 1) {
      const edges: Edges = [Math.max(column - 0.5, west - by), Math.max(row - 0.5, south - by),
        Math.min(column + 0.5, east + by), Math.min(row + 0.5, north + by)];
      const outside = column < west || column > east || row < south || row > north;
      if (outside) paths[(Math.abs(column + row) & 1) as 0 | 1].push(
        outline(scene.eye, corners(scene, edges)));
    }
  make("path", { d: paths[0].join(""), fill: scene.theme.dark, opacity: 0.3 }, layer);
  make("path", { d: paths[1].join(""), fill: scene.theme.light, opacity: 0.3 }, layer);
}

function drawSquares(scene: Scene, layer: SVGGElement): void {
  const { theme } = scene;
  const paths: [string[], string[]] = [[], []];
  for (const place of squaresOf(scene.viewport))
    paths[(place[0] + place[1]) & 1]!.push(square(scene, place));
  const opacity = scene.viewport.wrap ? 0.55 : 1;
  make("path", { d: paths[0].join(""), fill: theme.dark, opacity }, layer);
  make("path", { d: paths[1].join(""), fill: theme.light, opacity }, layer);
  make("path", { d: paths.flat().join(""), fill: "none", stroke: theme.line,
    "stroke-width": 1.2, opacity: 0.55 }, layer);
}

/** The outline of a square, smaller by a margin on all sides. */
export function square(scene: Scene, [column, row]: Place, margin = 0, z = 0): string {
  return outline(scene.eye, corners(scene,
    [column - 0.5 + margin, row - 0.5 + margin, column + 0.5 - margin, row + 0.5 - margin], z));
}

function drawGoals(scene: Scene, view: View, layer: SVGGElement): void {
  const names = new Set([...view.goals.white, ...view.goals.black]);
  const d = [...names].map((name) => square(scene, placeOf(name, scene.viewport), 0.07)).join("");
  make("path", { d, fill: "none", stroke: scene.theme.goal, "stroke-width": 2.2, opacity: 0.5,
    "stroke-linejoin": "round" }, layer);
}

function drawCoordinates(scene: Scene, layer: SVGGElement): void {
  const { viewport, theme } = scene;
  const group = make("g", { class: "coordinates", "text-anchor": "middle",
    fill: viewport.wrap ? theme.ink : theme.text, "font-size": scene.small * 100 }, layer);
  const [west, south, east, north] = viewportEdges(scene);
  const aside = frameWidth(scene) / 2;
  const front = scene.sign > 0 ? south - aside : north + aside;
  const left = scene.sign > 0 ? west - aside : east + aside;
  const write = (place: Place, text: string) =>
    make("text", { y: scene.small * 36, transform:
      plane(scene.eye, world(scene, place), [1, 0, 0], [0, 1, 0]) }, group).textContent = text;
  for (let i = 0; i < viewport.columns; i += 1)
    write([viewport.west + i, front], nameOf([viewport.west + i, 0], viewport.wrap)[0]!);
  for (let i = 0; i < viewport.rows; i += 1)
    write([left, viewport.south + i], nameOf([0, viewport.south + i], viewport.wrap).slice(1));
}

export function areaEdges(scene: Scene, area: Area): Edges {
  return edgesOf(area, scene.viewport);
}

/** Where play is on an endless board, where it may still grow, and its borders if there are any. */
export function drawArea(
  scene: Scene, area: Area, edges: Edges, reach: Edges, layer: SVGGElement,
): void {
  layer.replaceChildren();
  const { theme } = scene;
  const inside = (d: string, attributes: Record<string, string | number>) =>
    make("path", { d, "stroke-linejoin": "round", fill: "none", ...attributes }, layer);
  inside(outline(scene.eye, corners(scene, grown(reach, -0.04))), {
    stroke: theme.hint, "stroke-width": 2.4, "stroke-dasharray": "1 9", "stroke-linecap": "round",
    opacity: 0.75, fill: theme.hint, "fill-opacity": 0.06 });
  inside(outline(scene.eye, corners(scene, edges)), {
    fill: theme.light, "fill-opacity": 0.75, stroke: theme.area, "stroke-width": 2.6,
    "stroke-dasharray": "14 9", opacity: 0.9 });
  const [west, south, east, north] = edges;
  const lines: Place[] = [];
  for (let x = west + 1; x < east - 0.5; x += 1) lines.push([x, 0]);
  const grid = lines.map(([x]) => line(scene, [x, south], [x, north]));
  for (let y = south + 1; y < north - 0.5; y += 1)
    grid.push(line(scene, [west, y], [east, y]));
  inside(grid.join(""), { stroke: theme.line, "stroke-width": 1.4, opacity: 0.8 });
  for (const side of area.borders) drawRail(scene, edges, side, layer);
}

function line(scene: Scene, from: Place, to: Place): string {
  return polygon([onScreen(scene, from), onScreen(scene, to)]);
}

/** A border is a rail that stands on the board. */
function drawRail(
  scene: Scene, [west, south, east, north]: Edges, side: Area["borders"][number],
  layer: SVGGElement,
): void {
  const where: Record<typeof side, Edges> = {
    north: [west, north, east, north], south: [west, south, east, south],
    east: [east, south, east, north], west: [west, south, west, north],
  };
  const box = grown(where[side], RAIL);
  const [low, high] = [corners(scene, box, 0), corners(scene, box, RAIL_HEIGHT)];
  const body = make("g", { class: "rail", "stroke-linejoin": "round", "stroke-width": 2 }, layer);
  const dark = dimmed(scene.theme.area, 0.68);
  for (const [i, j] of scene.flat ? [] : [[0, 1], [1, 2], [2, 3], [3, 0]])
    make("path", { d: outline(scene.eye, [low[i!]!, low[j!]!, high[j!]!, high[i!]!]), fill: dark,
      stroke: dark }, body);
  make("path", { d: outline(scene.eye, high), fill: scene.theme.area,
    stroke: mixed(scene.theme.area, 255, 0.2) }, body);
}
