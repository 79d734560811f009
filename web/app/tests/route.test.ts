// Addresses.
import { describe, expect, test } from "vitest";
import PAGES from "../../../src/eckstein/wire/pages.json";
import { pageAt } from "../src/browser/pages";
import { go, href, pathIn, place, read } from "../src/browser/route.svelte";
import { shownAt } from "../src/pages";
import { learnCatalogue } from "../src/words/levels.svelte";

/** Which page an address shows, and what its view is told. */
function told(url: URL) {
  const at = read(url), shown = shownAt(at, 1);
  return shown ? { page: at!.page, ...shown.props } : { page: "lost" };
}

const at = (path: string) => told(new URL(path, "http://here"));
const board = { page: "play", id: null, token: null, here: false };

describe("an address", () => {
  test.each([
    ["/", board], ["/#abc", board], ["/game/abc", { ...board, id: "abc" }],
    ["/game/abc#abc.w.sig", { ...board, id: "abc", token: "abc.w.sig" }],
    ["/here/abc#abc.w.sig", { ...board, id: "abc", here: true }], ["/here", { page: "lost" }],
    ["/learn", { page: "learn" }], ["/learn/ecke", { page: "learn", game: "ecke" }],
    ["/learn/ecke/lesson", { page: "learn", game: "ecke" }], ["/learn/ecke/some", { page: "lost" }], ["/learn/foo", { page: "lost" }],
    ["/puzzles", { page: "puzzles" }], ["/puzzles/foo", { page: "lost" }], ["/puzzles/pur", { page: "puzzles", game: "pur", id: null }],
    ["/puzzles/pur/p1", { page: "puzzles", game: "pur", id: "p1" }], ["/puzzles/pur/p1/x", { page: "lost" }],
    ["/account", { page: "account" }], ["/account/x", { page: "lost" }], ["/games", { page: "games" }],
    ["/people/Anna%20B", { page: "person", name: "Anna B" }], ["/people/%E0", { page: "person", name: "%E0" }], ["/people", { page: "lost" }],
    ["/about", { page: "about" }], ["/game", { page: "lost" }], ["/game/a/b", { page: "lost" }], ["/x", { page: "lost" }],
  ] as const)("%s", (path, route) => expect(at(path)).toEqual(route));

  test("of an analysis keeps its question", () => {
    const query = new URLSearchParams("game=pur&moves=a1a2+a7a6");
    expect(at("/analysis?game=pur&moves=a1a2+a7a6")).toEqual({ page: "analysis", query });
  });
});

describe("the table of pages", () => {
  const filled = Object.entries(PAGES).map(([path, page]) => [path.replace("{game}", "contra").replace("{step}", "lesson").replace(/\{\w+\}/g, "some"), page]);
  const folders = Object.keys(import.meta.glob("../src/pages/**")).map((path) => path.split("/")[3]);

  test("names the folders of the pages, each of them", () => expect(new Set(Object.values(PAGES))).toEqual(new Set(folders)));

  test.each(filled)("%s leads to %s, with a question, too", (path, page) => {
    for (const more of ["", "?utm_source=x", "?game=contra#abc"]) expect(at(path! + more).page).toBe(page);
    expect(pageAt(path!)?.page).toBe(page);
  });

  test.each(filled.filter(([path]) => path !== "/"))("%s is nothing with more behind it", (path) =>
    expect(at(`${path}/some/more/things`)).toEqual({ page: "lost" }));

  test("no part of a path is taken for a name", () => {
    expect(at("/tournaments/wall")).toEqual({ page: "tournaments", id: "wall", wall: false, key: "" });
    expect(at("/tournaments/x/wall#k")).toEqual({ page: "tournaments", id: "x", wall: true, key: "k" });
    expect(pageAt("/tournaments/x/other")).toBeNull();
  });
});

describe("going", () => {
  test("elsewhere is a step in the history, and what is shown changes", () => {
    go("/learn");
    const before = history.length;
    go("/learn/ecke");
    expect([history.length, location.pathname]).toEqual([before + 1, "/learn/ecke"]);
    expect(place.at).toMatchObject({ page: "learn", parts: { game: "ecke" } });
  });

  test("to where one is begins the page anew, and Back leads past it at once", () => {
    go("/");
    const [before, visit] = [history.length, place.visit];
    go("/");
    expect([history.length, place.visit]).toEqual([before, visit + 1]);
  });
});

describe("in a folder of files", () => {
  const at = (address: string) => told(pathIn(new URL(address), false));

  test.each([
    ["http://host/games/", board], ["http://host/games/index.html#", board],
    ["http://host/games/#/learn/ecke", { page: "learn", game: "ecke" }],
    ["http://host/games/#/here/abc", { ...board, id: "abc", here: true }], ["http://host/games/#main", board],
    ["http://host/games/#/game/abc#abc.w.sig", { ...board, id: "abc", token: "abc.w.sig" }],
  ] as const)("%s", (address, route) => expect(at(address)).toEqual(route));

  test("the path stands behind #, with its question", () => {
    expect(at(`http://host/games/${href("/analysis?game=pur&moves=a1a2+a7a6", false)}`))
      .toEqual({ page: "analysis", query: new URLSearchParams("game=pur&moves=a1a2+a7a6") });
  });
});

test("a page of a part that the server has closed is none", async () => {
  const tells = (...parts: string[]) => learnCatalogue({ ask: async () => Response.json({ games: {}, levels: [], quick: 4, preparing: {}, parts }) } as unknown as Parameters<typeof learnCatalogue>[0]);
  await tells("lobby", "people", "ratings");
  for (const path of ["/account", "/games", "/puzzles", "/puzzles/contra", "/tournaments/x", "/moderation"]) expect(at(path)).toEqual({ page: "lost" });
  for (const path of ["/lobby", "/leaderboard", "/people/Anna", "/learn", "/game/abc"]) expect(at(path).page).not.toBe("lost");
  await tells("lobby", "people", "accounts", "puzzles", "tournaments", "moderation");
  expect(at("/leaderboard")).toEqual({ page: "lost" });
  expect(at("/puzzles/contra").page).toBe("puzzles");
  expect(at("/tournaments/x").page).toBe("tournaments");
});
