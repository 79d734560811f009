// @vitest-environment node
// Which module knows which: the state knows no drawing, and drawing knows no interaction.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = new URL("../", import.meta.url);

/** All modules that one imports, and those that they import; types alone do not count. */
function importedBy(name: string, found = new Set<string>()): Set<string> {
  const text = readFileSync(new URL(`${name}.ts`, FOLDER), "utf8");
  for (const [, other] of text.matchAll(/^(?:import|export) (?!type )[^;]*from "\.\/(\w[\w-]*)";/gm))
    if (!found.has(other!)) importedBy(other!, found.add(other!));
  return found;
}

const DRAWING = ["svg", "renderer", "animator", "stage", "overlay", "grid", "reserve"];
const INTERACTION = ["interaction", "pointer", "eye", "keyboard", "announcer", "film", "palette",
  "tray", "sound"];

test("the state runs without drawing, interaction or a document", () => {
  const known = importedBy("state");
  expect(known).toContain("moves");
  expect([...known].filter((name) => [...DRAWING, ...INTERACTION].includes(name))).toEqual([]);
  for (const name of ["state", ...known])
    expect(readFileSync(new URL(`${name}.ts`, FOLDER), "utf8")).not.toMatch(/\bdocument\.|HTMLElement/);
});

test("drawing runs without interaction, which comes a moment later", () => {
  const known = importedBy("renderer");
  expect(known).toContain("overlay");
  expect([...known].filter((name) => INTERACTION.includes(name))).toEqual([]);
});
