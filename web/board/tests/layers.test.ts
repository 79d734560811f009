// @vitest-environment node
// What runs without what: the state without a document, and drawing without interaction.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = new URL("../", import.meta.url);

const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");

/** All modules that one imports, and those that they import; types alone do not count. */
function importedBy(name: string, found = new Set<string>()): Set<string> {
  for (const [, from] of textOf(name).matchAll(/^(?:import|export) (?!type )[^;]*from "(\.[^"]*\/[\w-]+)";/gm)) {
    const other = new URL(`${from}.ts`, new URL(name, FOLDER)).href.slice(FOLDER.href.length);
    if (!found.has(other)) importedBy(other, found.add(other));
  }
  return found;
}

test("the state runs without a document", () => {
  const known = importedBy("state/state.ts");
  expect(known).toContain("view/moves.ts");
  for (const name of ["state/state.ts", ...known])
    expect(textOf(name)).not.toMatch(/\bdocument\.|HTMLElement/);
});

test("drawing runs without interaction, which comes a moment later", () => {
  const known = importedBy("renderer.ts");
  expect(known).toContain("marks/overlay.ts");
  expect([...known].filter((name) => /interaction|heard|input|tray|palette|film/.test(name))).toEqual([]);
});
