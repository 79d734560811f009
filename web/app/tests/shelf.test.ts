// Studies in this browser: what several tabs write to one of them.
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Kept } from "../src/study/shelf";
import type { View } from "../../board/view/view";
import first from "../src/game/first.json";

// No server answers here.
vi.mock("../src/pages/analysis/shared-studies", () => ({ beginStudy: vi.fn(), hearOfStudy: vi.fn(), readStudy: vi.fn(), writeStudy: async () => ({ version: 5 }) }));

type Shelf = typeof import("../src/study/shelf");

const mind = { look: async () => first as unknown as View, analyse: () => ({ stop: () => {} }) };
const written = (comment: string, version?: number): Kept => ({ id: "s", title: "S", touched: 1, ...(version !== undefined && { version }),
  opening: { game: "contra", options: {}, tags: {}, notes: { comments: [comment] }, tree: [] } });
const listener = () => ({ full: vi.fn(), gone: vi.fn(), clashes: vi.fn(), refused: vi.fn() });
let shelf: Shelf, Keeper: typeof import("../src/pages/analysis/keeper.svelte").Keeper, Study: typeof import("../src/pages/analysis/study.svelte").Study;

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.resetModules();
  shelf = await import("../src/study/shelf");
  ({ Keeper } = await import("../src/pages/analysis/keeper.svelte"));
  ({ Study } = await import("../src/pages/analysis/study.svelte"));
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
  const study = new Study(mind, async () => []), keeper = new Keeper(study, () => "S", listener());
  await study.open({ game: "contra" });
  study.call({ title: "Corners", chapter: study.chapter });
  await keeper.save();
  study.annotate(study.root, { marks: ["Gd4"] });
  study.annotate(study.root, { comments: ["First."] });
  const saved = keeper.save();
  study.annotate(study.root, { glyphs: [1] });
  await saved;
  await keeper.save();
  for (let edits = 0; edits < 4; edits++) await study.undo();
  expect([study.root.notes, study.chapter.title]).toEqual([{}, ""]);
});

describe("what an earlier page has stored", () => {
  const tree = [["d1d2", "d1-d2", [["d7d6", "d7-d6", []]], { comments: ["Bold."], glyphs: [1], arrows: ["Gd1d4"] }]];
  const chapter = { game: "contra", options: {}, tags: { White: "Anna" }, notes: { comments: ["Start."] }, tree };
  const other = { key: "b", game: "pur", options: { jump: "no" }, position: "p", title: "Second", tags: {}, notes: {}, tree: [] };
  const shared = { study: "x", key: "w", version: 4, content: { name: "", chapters: [{ key: "0", ...chapter }] } };

  /** Put a record into the database as it is. */
  function store(record: object): Promise<void> {
    return new Promise((done) => {
      const opening = indexedDB.open("eckstein-page", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("analyses", { keyPath: "id" });
      opening.onsuccess = () => {
        const writing = opening.result.transaction("analyses", "readwrite");
        writing.objectStore("analyses").put(record);
        writing.oncomplete = () => { opening.result.close(); done(); };
      };
    });
  }

  test.each([
    ["a study of one chapter, without numbers of versions and keys", chapter, {}, [{ ...chapter, key: "0" }]],
    ["a study of several chapters", { ...chapter, name: "Corners", chapters: [{ key: "a", ...chapter }, other], chapter: 0 }, { version: 7 },
      [{ ...chapter, key: "a" }, other]],
    ["a study that several people write", { key: "0", ...chapter }, { version: 2, shared }, [{ ...chapter, key: "0" }]],
  ])("%s opens, and is written on", async (_, opening, more, chapters) => {
    await store({ id: "s", title: "S", touched: 1, opening, ...more });
    const study = new Study(mind, async () => []), keeper = new Keeper(study, () => "S", listener());
    await study.open((await keeper.fetch("s"))!);
    expect(study.content().chapters).toEqual(chapters);
    expect(study.shared).toEqual("shared" in more ? shared : null);
    study.annotate(study.root, { comments: ["More."] });
    await keeper.save();
    expect((await shelf.analysis("s"))!.version).toBe(("version" in more ? more.version : 0) + 1);
    expect((await shelf.analyses()).map(({ opening: { notes } }) => notes)).toEqual([{ comments: ["More."] }]);
  });

  test("the study of a tab is there after a reload", () => {
    sessionStorage.setItem("eckstein.study", JSON.stringify({ ...chapter, id: "s", version: 7, unsaved: true, at: ["d1d2"], address: "?game=contra" }));
    expect(shelf.recallStudy()).toEqual({ ...chapter, id: "s", version: 7, unsaved: true, at: ["d1d2"], address: "?game=contra" });
    sessionStorage.clear();
  });
});

describe("after a reload", () => {
  async function resumed(session: { version?: number; unsaved?: boolean }, comment = "Session.") {
    const told = listener();
    const keeper = new Keeper(new Study(mind, async () => []), () => "S", told);
    return { told, study: await keeper.resume({ ...written(comment).opening, id: "s", ...session }) };
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
    const { study, told } = await resumed({ version: 1, unsaved: true });
    expect(study.notes).toEqual({ comments: ["Other tab.", "Session."] });
    expect(told.clashes).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ ours: "Session.", theirs: "Other tab." })], "tab");
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
