// Studies in this browser: what several tabs write to one of them.
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Kept } from "../src/state/study/shelf";
import type { View } from "../../board/view/view";
import first from "../src/state/game/first.json";

type Shelf = typeof import("../src/state/study/shelf");

const mind = { look: async () => first as unknown as View, analyse: () => ({ stop: () => {} }) };
const written = (comment: string, version?: number): Kept => ({ id: "s", title: "S", touched: 1, ...(version !== undefined && { version }),
  opening: { game: "contra", options: {}, tags: {}, notes: { comments: [comment] }, tree: [] } });
let shelf: Shelf, Keeping: typeof import("../src/state/study/keeping.svelte").Keeping, Study: typeof import("../src/state/study/study.svelte").Study;

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.resetModules();
  shelf = await import("../src/state/study/shelf");
  ({ Keeping } = await import("../src/state/study/keeping.svelte"));
  ({ Study } = await import("../src/state/study/study.svelte"));
});

describe("a study", () => {
  test("is written over by whoever has read what is there", async () => {
    const one = (await shelf.keepAnalysis(written("One."), null))!;
    const two = (await shelf.keepAnalysis(written("Two."), one.kept))!;
    expect([one.kept.version, two.kept.version, two.clashes]).toEqual([1, 2, []]);
    expect((await shelf.analyses()).map(({ opening }) => opening.notes)).toEqual([{ comments: ["Two."] }]);
  });

  test("keeps what both have written who write at once", async () => {
    const { kept } = (await shelf.keepAnalysis(written("Old."), null))!;
    const [, late] = await Promise.all([shelf.keepAnalysis(written("One."), kept), shelf.keepAnalysis(written("Two."), kept)]);
    expect((await shelf.analysis("s"))!.opening.notes).toEqual({ comments: ["One.", "Two."] });
    expect(late!.clashes).toMatchObject([{ ours: "Two.", theirs: "One." }]);
  });

  test("that has been deleted is not brought back by a tab that had it open", async () => {
    const { kept } = (await shelf.keepAnalysis(written("One."), null))!;
    await shelf.forgetAnalysis("s");
    expect(await shelf.keepAnalysis(written("Two."), kept)).toBeNull();
    expect(await shelf.analyses()).toEqual([]);
  });
});

test("what was done before something was written to disk can be undone after it", async () => {
  const study = new Study(mind, async () => []), keeping = new Keeping(study, () => "S", { full: vi.fn(), gone: vi.fn() });
  await study.open({ game: "contra" });
  study.call({ title: "Corners", chapter: study.chapter });
  await keeping.save();
  study.annotate(study.root, { marks: ["Gd4"] });
  study.annotate(study.root, { comments: ["First."] });
  const saved = keeping.save();
  study.annotate(study.root, { glyphs: [1] });
  await saved;
  await keeping.save();
  for (let edits = 0; edits < 4; edits++) await study.undo();
  expect([study.root.notes, study.chapter.title]).toEqual([{}, ""]);
});

describe("after a reload", () => {
  async function resumed(session: { version?: number; unsaved?: boolean }, comment = "Session.") {
    const told = { full: vi.fn(), gone: vi.fn() };
    const keeping = new Keeping(new Study(mind, async () => []), () => "S", told);
    return { keeping, told, study: await keeping.resume({ ...written(comment).opening, id: "s", ...session }) };
  }

  test("what was not on disk yet is there", async () => {
    await shelf.keepAnalysis(written("Disk."), null);
    const { study } = await resumed({ version: 1, unsaved: true });
    expect([study.id, study.notes]).toEqual(["s", { comments: ["Session."] }]);
  });

  test("what another tab has written meanwhile is there", async () => {
    await shelf.keepAnalysis(written("Disk."), null);
    await shelf.keepAnalysis(written("Other tab."), (await shelf.analysis("s"))!);
    expect((await resumed({ version: 1, unsaved: false })).study.notes).toEqual({ comments: ["Other tab."] });
    const { study, keeping } = await resumed({ version: 1, unsaved: true });
    expect(study.notes).toEqual({ comments: ["Other tab.", "Session."] });
    expect(keeping.clashes).toMatchObject([{ ours: "Session.", theirs: "Other tab." }]);
  });

  test("a study that another tab has deleted is only in this tab, and that is told", async () => {
    const { study, told } = await resumed({ version: 1 });
    expect([study.id, study.notes]).toEqual([undefined, { comments: ["Session."] }]);
    expect(told.gone).toHaveBeenCalledOnce();
  });

  test("one that never came to disk is still one that is kept", async () => {
    const { study, told } = await resumed({ unsaved: true });
    expect(study.id).toBe("s");
    expect(told.gone).not.toHaveBeenCalled();
  });
});
