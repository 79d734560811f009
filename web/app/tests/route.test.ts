// Addresses.
import { describe, expect, test } from "vitest";
import { go, href, pathIn, place, read } from "../src/browser/route.svelte";

const at = (path: string) => read(new URL(path, "http://here"));

describe("an address", () => {
  test.each([
    ["/", { page: "play" }], ["/game/abc", { page: "game", id: "abc", token: null }],
    ["/game/abc#abc.w.sig", { page: "game", id: "abc", token: "abc.w.sig" }],
    ["/here/abc", { page: "here", id: "abc" }], ["/here", { page: "lost" }],
    ["/learn", { page: "lessons" }], ["/learn/ecke", { page: "learn", game: "ecke" }],
    ["/puzzles", { page: "puzzles" }], ["/puzzles/pur", { page: "puzzle", game: "pur", id: null }],
    ["/puzzles/pur/p1", { page: "puzzle", game: "pur", id: "p1" }], ["/puzzles/pur/p1/x", { page: "lost" }],
    ["/account", { page: "account" }], ["/account/x", { page: "lost" }], ["/games", { page: "games" }],
    ["/people/Anna%20B", { page: "person", name: "Anna B" }], ["/people/%E0", { page: "person", name: "%E0" }], ["/people", { page: "lost" }],
    ["/about", { page: "about" }], ["/game", { page: "lost" }], ["/game/a/b", { page: "lost" }], ["/x", { page: "lost" }],
  ] as const)("%s", (path, route) => expect(at(path)).toEqual(route));

  test("of an analysis keeps its question", () => {
    const route = at("/analysis?game=pur&moves=a1a2+a7a6");
    expect(route.page).toBe("analysis");
    if (route.page === "analysis") expect(route.query.get("moves")).toBe("a1a2 a7a6");
  });
});

describe("going", () => {
  test("elsewhere is a step in the history, and what is shown changes", () => {
    go("/learn");
    const before = history.length;
    go("/learn/ecke");
    expect([history.length, location.pathname]).toEqual([before + 1, "/learn/ecke"]);
    expect(place.route).toEqual({ page: "learn", game: "ecke" });
  });

  test("to where one is begins the page anew, and Back leads past it at once", () => {
    go("/");
    const [before, visit] = [history.length, place.visit];
    go("/");
    expect([history.length, place.visit]).toEqual([before, visit + 1]);
  });
});

describe("in a folder of files", () => {
  const at = (address: string) => read(pathIn(new URL(address), false));

  test.each([
    ["http://host/games/", { page: "play" }], ["http://host/games/index.html#", { page: "play" }],
    ["http://host/games/#/learn/ecke", { page: "learn", game: "ecke" }],
    ["http://host/games/#/here/abc", { page: "here", id: "abc" }], ["http://host/games/#main", { page: "play" }],
    ["http://host/games/#/game/abc#abc.w.sig", { page: "game", id: "abc", token: "abc.w.sig" }],
  ] as const)("%s", (address, route) => expect(at(address)).toEqual(route));

  test("the path stands behind #, with its question", () => {
    const route = at(`http://host/games/${href("/analysis?game=pur&moves=a1a2+a7a6", false)}`);
    expect(route.page === "analysis" && route.query.get("moves")).toBe("a1a2 a7a6");
  });
});
