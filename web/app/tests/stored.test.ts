// What several tabs remember together. Two objects of one name stand for two tabs; what the browser tells the
// other one is told by hand.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Stored, StoredThings } from "../src/browser/stored";

beforeEach(() => { localStorage.clear(); });

function hear(key: string): void {
  window.dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
}

describe("a value", () => {
  test("is changed as it is now, not as a tab has read it once", () => {
    const [here, there] = [1, 2].map(() => new Stored<Record<string, number>>("n", {}, () => {}));
    here!.change((now) => ({ ...now, one: 1 }));
    there!.change((now) => ({ ...now, two: 2 }));
    expect(new Stored("n", {}, () => {}).value).toEqual({ one: 1, two: 2 });
  });

  test("of another tab is heard", () => {
    const heard = vi.fn();
    const here = new Stored<number>("n", 0, heard);
    localStorage.setItem("eckstein.n", "3");
    hear("eckstein.n");
    expect([here.value, heard.mock.calls]).toEqual([3, [[3]]]);
  });

  test("that the browser does not take is known to this tab, with each change", () => {
    const here = new Stored<number[]>("n", [], () => {});
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => { throw new DOMException("", "QuotaExceededError"); } });
    expect([here.change((now) => [...now, 1]), here.change((now) => [...now, 2])]).toEqual([false, false]);
    expect(here.value).toEqual([1, 2]);
    vi.unstubAllGlobals();
    expect(here.change((now) => [...now, 3])).toBe(true);
    expect(new Stored<number[]>("n", [], () => {}).value).toEqual([1, 2, 3]);
  });
});

describe("things", () => {
  const things = (onchange = () => {}) => new StoredThings<{ id: string; n: number }>("things",
    (list) => Object.fromEntries((list as { id: string; n: number }[]).map((one) => [one.id, one])), onchange);

  test("of two tabs are all there, whatever each of them has read", () => {
    const [here, there] = [things(), things()];
    here.change("a", () => ({ id: "a", n: 1 }));
    there.change("b", () => ({ id: "b", n: 1 }));
    there.change("a", (now) => ({ ...now!, n: now!.n + 1 }));
    expect(things().all).toEqual({ a: { id: "a", n: 2 }, b: { id: "b", n: 1 } });
  });

  test("are heard and forgotten in every tab", () => {
    const heard = vi.fn(), [here, there] = [things(), things(heard)];
    here.change("a", () => ({ id: "a", n: 1 }));
    hear("eckstein.things/a");
    expect(there.all).toEqual({ a: { id: "a", n: 1 } });
    here.change("a", () => undefined);
    hear("eckstein.things/a");
    expect([there.all, things().all, heard.mock.calls.length]).toEqual([{}, {}, 2]);
  });

  test("that were kept as one list get keys of their own, also those of an older page in another tab", () => {
    localStorage.setItem("eckstein.things", '[{"id":"a","n":1}]');
    const here = things();
    expect([here.all, localStorage.getItem("eckstein.things")]).toEqual([{ a: { id: "a", n: 1 } }, null]);
    here.change("a", () => ({ id: "a", n: 5 }));
    localStorage.setItem("eckstein.things", '[{"id":"a","n":1},{"id":"b","n":1}]');
    hear("eckstein.things");
    expect(things().all).toEqual({ a: { id: "a", n: 5 }, b: { id: "b", n: 1 } });
  });
});
