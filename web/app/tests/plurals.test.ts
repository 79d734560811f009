// @vitest-environment node
// Forms of words for numbers: by the rules of each language, from its folder alone.
import { keyed } from "../../keyed";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import "../../board/words/plurals";
import { fill, speaker } from "../../board/words/words";
import { LANGUAGES } from "../src/browser/language";

const PROJECT = new URL("../../../", import.meta.url).pathname;
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

describe.each([...LANGUAGES])("in the folder of %s", (language) => {
  test("are the categories that browsers know", () => {
    const { plurals } = JSON.parse(readFileSync(`${PROJECT}src/eckstein/words/${language}/language.json`, "utf8")) as { plurals: object };
    const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    expect([...Object.keys(plurals), "other"]).toEqual(CATEGORIES.filter((one) => known.includes(one as Intl.LDMLPluralRule)));
  });
});

describe("a text", () => {
  test.each([
    [1, "1 game is new"], [0, "0 games are new"], [2, "2 games are new"], ["1", "1 game is new"], ["21", "21 games are new"],
  ])("has the form for %s", (n, told) => expect(fill("{n} {n:game is|games are} new", { n }, "en")).toBe(told));
  test.each([[0, "0 coup"], [1, "1 coup"], [1.5, "1.5 coup"], [2, "2 coups"], [1_000_000, "1000000 de coups"]])("has the French form for %s", (n, told) =>
    expect(fill("{n} {n:coup|de coups|coups}", { n }, "fr")).toBe(told));
  test("takes the last form for those left out", () => expect(fill("{n:coup|coups}", { n: 1_000_000 }, "fr")).toBe("coups"));
  test("keeps a blank that has no fact", () => expect(fill("{n} {m}", { m: 1 }, "en")).toBe("{n} 1"));
  test("that a language lacks has the forms of English", () =>
    expect(speaker({ language: "pl" })("{count:die|dice}", { count: 22 })).toBe("dice"));
});

describe("a language of four forms, added as a folder", () => {
  const words = {
    language: { name: "Polski", complete: false },
    app: { play: { watchers: "{n} {n:widz|widzów|widzów|widza}" } },
    board: { "ways.title": "{count} {count:droga|drogi|dróg|drogi} na {square}" },
    reasons: { "{side} has {count} {count:die|dice}, and each player has {all}": "{side} ma {count} {count:kość|kości|kości|kości}, a każdy ma {all}" },
    refused: {},
  };
  let folder: string;
  let server: ViteDevServer;
  interface App {
    load(language: string): Promise<void>;
    fill(text: string, facts: object): string;
    t(): typeof words.app;
    boardWords(): Record<string, string>;
    tellTemplate(template: object): string;
  }
  let app: App;
  let say: ReturnType<typeof speaker>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "words-"));
    for (const part of ["web/app/src", "web/board", "web/wire", "src/eckstein/words"]) cpSync(PROJECT + part, join(folder, part), { recursive: true });
    symlinkSync(`${PROJECT}web/node_modules`, join(folder, "web/node_modules"));
    const own = join(folder, "src/eckstein/words/pl");
    mkdirSync(own);
    for (const [name, of] of Object.entries(words)) writeFileSync(join(own, `${name}.json`), JSON.stringify(of));
    vi.stubGlobal("window", new EventTarget());     // which hears what other tabs remember
    vi.stubGlobal("document", { documentElement: { lang: "pl" } });
    vi.stubGlobal("navigator", { languages: ["pl-PL"] });
    server = await createServer({ root: join(folder, "web"), configFile: false, logLevel: "error", plugins: [keyed, svelte({ configFile: false })],
      server: { middlewareMode: true, watch: null, fs: { strict: false } }, optimizeDeps: { noDiscovery: true } });
    app = await server.ssrLoadModule("/app/src/words/index.svelte.ts") as App;
    const board = await server.ssrLoadModule("/board/words/words.ts") as { speaker: typeof speaker };
    await app.load("pl");
    say = board.speaker(app.boardWords());
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllGlobals();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test.each([[1, "1 widz"], [2, "2 widzów"], [5, "5 widzów"], [12, "12 widzów"], [22, "22 widzów"], [25, "25 widzów"], [1.5, "1.5 widza"]])(
    "counts %s in the app", (n, told) => expect(app.fill(app.t().play.watchers, { n })).toBe(told));
  test.each([[1, "droga"], [2, "drogi"], [5, "dróg"], [12, "dróg"], [22, "drogi"], [25, "dróg"], [1.5, "drogi"]])(
    "counts %s on the board", (count, noun) => expect(say("ways.title", { count, square: "d4" })).toBe(`${count} ${noun} na d4`));
  test("counts in what the server refuses", () => expect(app.tellTemplate({
    text: Object.keys(words.reasons)[0]!, facts: { side: "Białe", count: "1", all: "9" } })).toBe("Białe ma 1 kość, a każdy ma 9"));
});
