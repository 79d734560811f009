// Addresses.
import { describe, expect, test } from "vitest";
import { go, place, read } from "../src/route.svelte";

const at = (path: string) => read(new URL(path, "http://here"));

describe("an address", () => {
  test.each([
    ["/", { page: "play" }], ["/game/abc", { page: "game", id: "abc", token: null }],
    ["/game/abc#abc.w.sig", { page: "game", id: "abc", token: "abc.w.sig" }],
    ["/learn", { page: "lessons" }], ["/learn/ecke", { page: "learn", game: "ecke" }],
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
