// Making and changing SVG elements; all drawing is in hundredths of a square.
import type { Camera, Point, Vec } from "../space/geometry";
import { project } from "../space/geometry";

export const UNIT = 100;
const SVG = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number | null>;

export function make<K extends keyof SVGElementTagNameMap>(
  name: K, attributes: Attributes = {}, parent?: Element,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  parent?.append(element);
  return element;
}

/** Change only what differs: an attribute that is written is an attribute that is drawn again. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === null ? null : String(value);
    if (element.getAttribute(name) === text) continue;
    if (text === null) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
}

export function html<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Attributes = {}, parent?: Element, text?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  set(element, attributes);
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
}

export function round(n: number): number {
  return Math.round(n * UNIT * 10) / 10;
}

export function at([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

export function polygon(points: Point[]): string {
  return points.length ? `M${points.map(at).join("L")}Z` : "";
}

export function outline(eye: Camera, points: Vec[]): string {
  return polygon(points.map((point) => project(eye, point)));
}

/** A line through points, with rounded corners. */
export function rounded(points: Point[], radius: number): string {
  let path = `M${at(points[0]!)}`;
  for (let i = 1; i < points.length - 1; i += 1) {
    const [before, here, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    path += `L${at(towards(here, before, radius))}Q${at(here)} ${at(towards(here, after, radius))}`;
  }
  return points.length > 1 ? `${path}L${at(points.at(-1)!)}` : path;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.min(0.5, distance / length);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** Styles for a shadow root; a strict policy for content allows them. */
export function sheetOf(styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}
