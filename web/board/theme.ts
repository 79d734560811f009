// Colours: the themes that pictures use too, what a page overrides, and the system's own colours.
import themes from "../../src/eckstein/render/themes.json";

export interface Paint {
  body: string;
  pip: string;
  edge: string;
}

export interface Theme {
  page: string; light: string; dark: string; frame: string; line: string; text: string; ink: string;
  shadow: string; highlight: string; last: string; target: string; arrow: string; check: string;
  goal: string; area: string; hint: string;
  white: Paint;
  black: Paint;
  shading: number;
}

export const THEMES: Record<string, Theme> = themes;

/** In forced colours nothing is told by hue: White's pieces are outlined, Black's are filled. */
const SYSTEM: Theme = {
  page: "Canvas", light: "Canvas", dark: "Canvas", frame: "Canvas", line: "CanvasText", text: "CanvasText",
  ink: "CanvasText", shadow: "transparent", highlight: "Highlight", last: "Highlight",
  target: "Highlight", arrow: "LinkText", check: "LinkText", goal: "GrayText",
  area: "CanvasText", hint: "GrayText",
  white: { body: "Canvas", pip: "CanvasText", edge: "CanvasText" },
  black: { body: "CanvasText", pip: "Canvas", edge: "Canvas" },
  shading: 0,
};

/** The theme of a name as the page wants it: `--eckstein-light` and the like come before it. */
export function themeFor(name: string, forced: boolean, host: Element): Theme {
  if (forced) return SYSTEM;
  const theme = structuredClone(THEMES[name] ?? THEMES.wood!);
  const style = getComputedStyle(host);
  const wanted = (key: string) => style.getPropertyValue(`--eckstein-${key}`).trim();
  for (const [key, value] of Object.entries(theme))
    if (typeof value === "string") Object.assign(theme, { [key]: wanted(key) || value });
  for (const colour of ["white", "black"] as const)
    for (const part of ["body", "pip", "edge"] as const)
      theme[colour][part] = wanted(`${colour}-${part}`) || theme[colour][part];
  return theme;
}

/** A colour in less light; a colour that is not six hexadecimal digits stays as it is. */
export function dimmed(colour: string, light: number): string {
  return mixed(colour, 0, 1 - light);
}

/** A colour on its way to black (0) or white (255). */
export function mixed(colour: string, end: number, share: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return `rgb(${parts.map((n) => Math.round(n + (end - n) * share)).join(" ")})`;
}
