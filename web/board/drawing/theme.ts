// Colours: the themes that pictures use too, what a page overrides, and the system's own colours.
import themes from "../../../src/eckstein/render/themes.json";

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
}

export const THEMES: Record<string, Theme> = themes;

const PAPER: Paint = { body: "Canvas", pip: "CanvasText", edge: "CanvasText" };
const INK: Paint = { body: "CanvasText", pip: "Canvas", edge: "Canvas" };

/** In forced colours nothing is told by hue: of two colours White's pieces have the lighter one. */
const SYSTEM: Omit<Theme, "white" | "black"> = {
  page: "Canvas", light: "Canvas", dark: "Canvas", frame: "Canvas", line: "CanvasText", text: "CanvasText",
  ink: "CanvasText", shadow: "transparent", highlight: "Highlight", last: "Highlight",
  target: "Highlight", arrow: "LinkText", check: "LinkText", goal: "GrayText",
  area: "CanvasText", hint: "GrayText",
};

/** The theme of a name as the page wants it: `--eckstein-light` and the like come before it. Forced colours come before all. */
export function themeFor(name: string, forced: "light" | "dark" | null, host: Element): Theme {
  if (forced) return forced === "light" ? { ...SYSTEM, white: PAPER, black: INK } : { ...SYSTEM, white: INK, black: PAPER };
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

// The contrast between a face in full light and one that gets none. What gets half of it differs
// from both by the root of this, which is more than the 1.5 that eyes tell at a glance.
const DEPTH = 2.4;
// The light, with WCAG's 0.05 for flare, that a face in full light sends at least: what is darker
// shines a little, else its sides would all be black.
const SHINE = 0.134;
const toned = new Map<string, string>();

/** The colour of a face with so much light, from 0 to 1, of a body of this colour. */
export function lit(colour: string, light: number): string {
  const key = colour + light.toFixed(3);
  let found = toned.get(key);
  if (found === undefined) toned.set(key, found = shaded(colour, DEPTH ** (1 - light)));
  return found;
}

/** The colour of a body where it is darker than in full light, by a contrast as WCAG measures it. */
function shaded(colour: string, contrast: number): string {
  const parts = channels(colour)?.map((n) => (n <= 10 ? n / 3294.6 : ((n / 255 + 0.055) / 1.055) ** 2.4));
  if (!parts) return colour;
  const [red, green, blue] = parts as [number, number, number];
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const wanted = Math.max(0, Math.max(light + 0.05, SHINE) / contrast - 0.05);
  const [share, more] = wanted < light ? [wanted / light, 0] : [1, wanted - light];
  return `rgb(${parts.map((n) => n * share + more).map((n) =>
    Math.round(255 * (n <= 0.0031308 ? 12.92 * n : 1.055 * n ** (1 / 2.4) - 0.055))).join(" ")})`;
}

function channels(colour: string): number[] | null {
  return /^#[0-9a-f]{6}$/i.test(colour) ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
    : null;
}

/** A colour in less light; a colour that is not six hexadecimal digits stays as it is. */
export function dimmed(colour: string, light: number): string {
  return mixed(colour, 0, 1 - light);
}

/** A colour on its way to black (0) or white (255). */
export function mixed(colour: string, end: number, share: number): string {
  const parts = channels(colour);
  return parts ? `rgb(${parts.map((n) => Math.round(n + (end - n) * share)).join(" ")})` : colour;
}
