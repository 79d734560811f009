// What the devices of an account share, with a server that is a variable.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Document, SetDocument } from "../../wire/types";
import { change, settings } from "../src/browser/settings.svelte";
import { newBundle, readBundle, type Bundle } from "../src/kept/bundle";
import { library, type Known } from "../src/kept/library.svelte";
import { Sharing } from "../src/kept/sharing.svelte";
import { alike, packed, settingsElsewhere, together, union } from "../src/kept/union";
import { learned } from "../src/kept/done.svelte";
import { serverPlace } from "../src/net/place";
import type { Kept } from "../src/study/shelf";
import type { Packed } from "../src/study/tree.svelte";

const kept = (id: string, tree: Packed[] = [], touched = 1): Kept => ({ id, title: id, touched, opening: { key: "k", game: "contra", tree } as Kept["opening"] });
const known = (id: string, touched = 1, more: Partial<Known> = {}): Known => ({ id, rules: "pur", seats: {}, opponent: "", moves: 1, result: null, touched, ...more });
const bundle = (parts: Partial<Bundle> = {}): Bundle =>
  newBundle({ known: [], analyses: [], settings: {}, learned: [], stored: { games: [], events: [] }, ...parts });
/** Of each setting another value than the one that is there untouched. */
const OTHERWISE: Readonly<typeof settings> = {
  language: "de", appearance: "dark", theme: "slate", mode: "flat", faces: "numerals", coordinates: false, standing: false, sound: false,
  confirm: true, premoves: false, coach: false, mistakes: false, exact: false, speed: 0, tilt: 10, turn: 5,
};
const one: Packed = ["d1d2", "d1-d2", []], other: Packed = ["c1c2", "c1-c2", []];

describe("what two devices have", () => {
  test("is all shared, whoever has it; games kept in one browser alone are not", () => {
    const found = union(bundle({ known: [known("a")], analyses: [kept("x")], learned: ["pur"], settings: { speed: 1 } }),
      bundle({ known: [known("b", 2), known("here", 3, { here: true })], analyses: [kept("y")], learned: ["ecke", "pur"], settings: { speed: 2 } }), null);
    expect(found.known.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(found.analyses.map(({ id }) => id)).toEqual(["x", "y"]);
    expect([found.learned, found.settings, found.stored.games]).toEqual([["pur", "ecke"], { speed: 1 }, []]);
  });

  test("comes to rest: shared once more it stays as it is, in whatever order fields are", () => {
    const shared = union(bundle({ known: [known("a")], learned: ["pur"] }), bundle({ known: [known("b")], analyses: [kept("y")] }), null);
    const again = union(shared, bundle({ known: [known("b"), known("a")], analyses: [kept("y")], learned: ["pur"] }), null);
    expect(alike({ ...again, saved: "" }, { ...shared, saved: "" })).toBe(true);
    expect(alike({ x: 1, y: [2] }, { y: [2], x: 1 })).toBe(true);
  });

  test("keeps what a later version of the page has added", () =>
    expect(union({ ...bundle(), later: 1 } as Bundle, bundle(), null)).toMatchObject({ later: 1 }));

  test("are settings of which each changes its own", () => {
    const before = { shared: bundle({ settings: { speed: 1, sound: true } }), settings: { speed: 1, sound: true, theme: "wood" } };
    const theirs = { speed: 9, sound: true }, ours = { speed: 1, sound: false, theme: "wood" };
    expect(settingsElsewhere(theirs, ours, before)).toEqual({ speed: 9 });
    expect(union(bundle({ settings: theirs }), bundle({ settings: { ...ours, speed: 9 } }), before).settings).toMatchObject({ speed: 9, sound: false });
  });

  test.each([
    ["changed there", [], [one], [], [one]], ["changed here", [one], [], [], null],
    ["changed on both", [one], [other], [], [other, one]], ["changed on both, nobody knows from what", [one], [other], null, [other, one]],
    ["the same", [one], [one], [], null],
  ] as const)("is an analysis %s", (_, ours, theirs, before, found) => {
    const merged = together(kept("x", [...ours]), kept("x", [...theirs], 2), before ? kept("x", [...before]) : undefined);
    const moves = merged?.opening.tree?.map(([move]) => move).sort() ?? null;
    expect(moves).toEqual(found?.map(([move]) => move).sort() ?? null);
  });

  test.each([[1, 2, "theirs", 2], [2, 1, "ours", 2], [3, 3, "ours", 3]])("is an analysis touched at %i here and at %i there with the name %s", (here, there, title, touched) => {
    const [ours, theirs] = [{ ...kept("x", [one], here), title: "ours" }, { ...kept("x", [other], there), title: "theirs" }];
    expect(together(ours, theirs, undefined)).toMatchObject({ id: "x", title, touched });
  });

  test("fits: the oldest analyses are left out", () => {
    const all = bundle({ analyses: [kept("old", [], 1), kept("new", [], 3), kept("middle", [], 2)] });
    const { length } = JSON.stringify(all);
    expect(packed(all, length)).toMatchObject({ left: 0 });
    const { text, left } = packed(all, length - 1);
    expect([left, readBundle(text)!.analyses.map(({ id }) => id)]).toEqual([1, ["new", "middle"]]);
  });
});

describe("sharing", () => {
  let there: Document;
  /** What comes before an answer to a write. */
  let meanwhile: (() => void) | null;
  let written: number;
  const untouched = { ...settings };
  const sharing: Sharing[] = [];

  beforeEach(() => {
    localStorage.clear();
    // So another tab tells that nothing is chosen any more.
    dispatchEvent(new StorageEvent("storage", { key: "eckstein.settings", newValue: null }));
    Object.assign(settings, untouched);
    [there, meanwhile, written] = [{ version: 0, text: "" }, null, 0];
    vi.spyOn(serverPlace, "ask").mockImplementation(async (path, body) => {
      expect(path).toBe("/account/document");
      if (body === undefined) return Response.json(there);
      meanwhile?.();
      meanwhile = null;
      const wish = body as SetDocument;
      if (wish.version !== there.version + 1) return Response.json({ code: "stale", reason: "another device" }, { status: 409 });
      written++;
      there = wish;
      return Response.json(there);
    });
  });
  afterEach(() => {
    for (const begun of sharing.splice(0)) begun.end();
    vi.restoreAllMocks();
  });

  function begin(): Promise<void> {
    sharing.push(new Sharing("Anna"));
    return sharing.at(-1)!.now();
  }
  const shared = () => readBundle(there.text)!;

  test("writes what is here, and then nothing as long as nothing changes", async () => {
    learned.add("pur");
    await begin();
    expect([there.version, shared().learned]).toEqual([1, ["pur"]]);
    await begin();
    expect(written).toBe(1);
  });

  test("takes what others have shared, but nothing that was forgotten here", async () => {
    await library.keep(kept("mine"));
    await library.forget("gone");
    there = { version: 3, text: JSON.stringify(bundle({ known: [known("a", 5), known("gone")], analyses: [kept("theirs")], learned: ["duell"] })) };
    await begin();
    expect([library.game("a")?.touched, library.game("gone")]).toEqual([5, undefined]);
    expect(library.analyses.map(({ id }) => id)).toEqual(expect.arrayContaining(["mine", "theirs"]));
    expect(learned.steps).toContain("duell");
    expect([there.version, shared().analyses.map(({ id }) => id)]).toEqual([4, expect.arrayContaining(["mine", "theirs"])]);
    expect(shared().known.map(({ id }) => id)).toContain("gone");
  });

  test("reads again where another device was quicker, and loses nothing of it", async () => {
    learned.add("ecke");
    meanwhile = () => { there = { version: 1, text: JSON.stringify(bundle({ learned: ["echek"] })) }; };
    await begin();
    expect(there.version).toBe(2);
    expect(shared().learned).toEqual(expect.arrayContaining(["ecke", "echek"]));
  });

  test("leaves alone what a later version of the page has written", async () => {
    there = { version: 7, text: JSON.stringify({ ...bundle(), format: 99 }) };
    await begin();
    expect([there.version, written]).toEqual([7, 0]);
  });

  test("takes a setting that another device has changed since, and keeps one that was changed here", async () => {
    change({ speed: 220, theme: "wood" });
    await begin();
    there = { version: there.version + 1, text: JSON.stringify({ ...shared(), settings: { ...shared().settings, speed: 420, theme: "slate" } }) };
    change({ theme: "print" });
    await begin();
    expect([settings.speed, settings.theme]).toEqual([420, "print"]);
    expect(shared().settings).toMatchObject({ speed: 420, theme: "print" });
  });

  test("tells only what was chosen: no setting that nobody has touched", async () => {
    await begin();
    expect([readBundle(there.text)!.settings, settings.language]).toEqual([{}, "en"]);
    change({ coordinates: true });
    await begin();
    expect(shared().settings).toEqual({ coordinates: true });
  });

  test.each(Object.entries(OTHERWISE))("carries %s to a device where it is untouched, and not to one where it was chosen", async (name, value) => {
    const chosen = { [name]: value }, here = () => settings[name as keyof typeof settings];
    there = { version: 1, text: JSON.stringify(bundle({ settings: chosen })) };
    await begin();
    expect([here(), shared().settings]).toEqual([value, chosen]);
    const own = { [name]: typeof value === "boolean" ? !value : "chosen here" };
    change(own);
    localStorage.removeItem("eckstein.shared");
    await begin();
    expect(here()).toBe(own[name]);
    expect(shared().settings).toEqual(chosen);
  });

  test("brings what was chosen here to an account that has other settings", async () => {
    change({ theme: "slate" });
    there = { version: 1, text: JSON.stringify(bundle({ settings: { language: "fr" } })) };
    await begin();
    expect(shared().settings).toEqual({ theme: "slate", language: "fr" });
    expect([settings.theme, settings.language]).toEqual(["slate", "fr"]);
  });

  test("does not take untouched settings that earlier pages have shared for chosen ones", async () => {
    const { chosen: _, ...before } = bundle({ settings: { ...settings, language: "de", theme: "slate" } });
    there = { version: 1, text: JSON.stringify(before) };
    await begin();
    expect([settings.language, settings.theme]).toEqual(["en", "slate"]);
    expect(shared()).toMatchObject({ chosen: true, settings: { theme: "slate" } });
  });

  test("ends where nobody is signed in", async () => {
    vi.mocked(serverPlace.ask).mockImplementation(async () =>
      Response.json({ code: "not-yours", reason: "sign in first", why: "signed-out" }, { status: 403 }));
    await begin();
    const { calls } = vi.mocked(serverPlace.ask).mock;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(calls).toHaveLength(1);
  });
});
