// Addresses.
import { describe, expect, test } from "vitest";
import { read } from "../src/route.svelte";

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
