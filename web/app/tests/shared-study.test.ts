// A study that several people write: all come to the same, and nothing that somebody wrote is lost.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SharedStudy, StudyContent, StudyNews, StudyQuery, WriteStudy } from "../../wire/types";
import type { View } from "../../board/view/view";
import { Refusal } from "../src/net/messages";
import type { Content } from "../src/study/chapters.svelte";
import { same } from "../src/study/merge";
import { Study } from "../src/pages/analysis/study.svelte";
import { Keeper, changes, contentIn, earlierStudy, wireOf } from "../src/pages/analysis/keeper.svelte";
import first from "../src/game/first.json";

/** A server of one study, with the version in which each chapter, and what is around them, has changed. */
const server = vi.hoisted(() => ({ versions: [] as SharedStudy[], changed: new Map<string, number>(), arranged: 1, hearers: new Set<(news: StudyNews) => void>(), away: false, wrong: "", code: "bad" as Refusal["code"] }));

vi.mock("../src/pages/analysis/shared-studies", () => {
  const answering = async () => {
    await Promise.resolve();
    if (server.away) throw new TypeError("nobody answers");
  };
  const news = () => { for (const hear of server.hearers) hear({ version: server.versions.length, people: ["Anna", "Ben"] }); };
  return {
    beginStudy: async ({ name, chapters }: StudyContent) => {
      await answering();
      server.versions = [structuredClone({ version: 1, name, order: chapters.map(({ key }) => key), chapters })];
      return { study: "s", key: "k", version: 1 };
    },
    readStudy: async (_study: string, { version = server.versions.length, since = 0 }: StudyQuery = {}) => {
      await answering();
      const told = structuredClone(server.versions[version! - 1]!);
      return { ...told, chapters: told.chapters.filter(({ key }) => (server.changed.get(key) ?? 1) > since) };
    },
    writeStudy: async (_study: string, { version, chapters = [], name, order }: WriteStudy) => {
      await answering();
      if (server.wrong) throw new Refusal(server.code, server.wrong);
      const last = server.versions.at(-1)!, next = last.version + 1;
      const keys = order ?? last.order, all = new Map([...last.chapters, ...chapters].map((one) => [one.key, one]));
      const touched = [...chapters.map(({ key }) => key), ...last.order.filter((key) => !keys.includes(key))];
      const arranges = name != null || order != null;
      if (touched.some((key) => (server.changed.get(key) ?? 1) > version && last.order.includes(key)) || arranges && server.arranged > version)
        throw new Refusal("stale", "");
      for (const { key } of chapters) server.changed.set(key, next);
      if (arranges) server.arranged = next;
      server.versions.push(structuredClone({ version: next, name: name ?? last.name, order: keys, chapters: keys.map((key) => all.get(key)!) }));
      news();
      return { version: next };
    },
    hearOfStudy: (_study: string, hear: (news: StudyNews) => void) => {
      server.hearers.add(hear);
      hear({ version: server.versions.length, people: ["Anna"] });
      return () => server.hearers.delete(hear);
    },
  };
});

const mind = { look: async () => first as unknown as View, analyse: () => ({ stop: () => {} }) };

function person() {
  const study = new Study(mind, async () => []);
  const clashes: string[] = [], refused: string[] = [];
  const keeper = new Keeper(study, () => "S", {
    full: vi.fn(), gone: vi.fn(), clashes: (all) => clashes.push(...all.map(({ ours }) => ours)), refused: (refusal) => refused.push(refusal.message),
  });
  return { study, keeper, clashes, refused };
}

/** Somebody who has begun a study, and somebody who has opened it by its link. */
async function two(key = "k") {
  const anna = person(), ben = person();
  await anna.study.open({ game: "contra" });
  await anna.keeper.share();
  await ben.study.open(await ben.keeper.fetchShared("s", key));
  anna.keeper.follow("s");
  ben.keeper.follow("s");
  return [anna, ben] as const;
}

type Person = ReturnType<typeof person>;

async function settle(...people: Person[]): Promise<void> {
  for (let round = 0; round < 6; round++) for (const { keeper } of people) await keeper.send();
}

const plain = ({ study }: Person): Content => study.content();

beforeEach(() => {
  server.versions = [];
  server.changed.clear();
  server.arranged = 1;
  server.hearers.clear();
  server.away = false;
  server.wrong = "";
  server.code = "bad";
});
afterEach(() => { vi.useRealTimers(); });

test("what one writes the other sees, with who is there", async () => {
  const [anna, ben] = await two();
  await anna.study.play("d1d2", "d1-d2");
  anna.study.annotate(anna.study.here, { comments: ["Bold."] });
  await settle(anna, ben);
  expect(same(plain(anna), plain(ben))).toBe(true);
  expect(ben.study.root.children[0]!.notes).toEqual({ comments: ["Bold."] });
  expect(ben.keeper.people).toEqual(["Anna", "Ben"]);
  expect(ben.study.here).toBe(ben.study.root);         // he is not led away
});

test("two who write at once keep both, and are told of one place that both have changed", async () => {
  const [anna, ben] = await two();
  await anna.study.play("d1d2", "d1-d2");
  await ben.study.play("c1c2", "c1-c2");
  anna.study.annotate(anna.study.root, { comments: ["One."] });
  ben.study.annotate(ben.study.root, { comments: ["Two."] });
  await settle(anna, ben);
  expect(same(plain(anna), plain(ben))).toBe(true);
  expect(ben.study.root.children.map(({ text }) => text).sort()).toEqual(["c1c2", "d1d2"]);
  expect(ben.study.root.notes.comments).toEqual(["One.", "Two."]);
  expect([...anna.clashes, ...ben.clashes]).toEqual(["Two."]);
});

test("what was written while the server was away comes later", async () => {
  const [anna, ben] = await two();
  server.away = true;
  await anna.study.play("d1d2", "d1-d2");
  await anna.keeper.send();
  expect(anna.keeper.waiting).toBe(true);
  await anna.study.play("d7d6", "d7-d6");
  server.away = false;
  await settle(anna, ben);
  expect(anna.keeper.waiting).toBe(false);
  expect(ben.study.root.line.map(({ text }) => text)).toEqual(["d1d2", "d7d6"]);
});

test("who only reads writes nothing, and keeps what he adds", async () => {
  const [anna, ben] = await two("");
  await ben.study.play("c1c2", "c1-c2");
  await settle(ben);
  expect(server.versions).toHaveLength(1);
  await anna.study.play("d1d2", "d1-d2");
  await settle(anna, ben);
  expect(ben.study.root.children.map(({ text }) => text)).toEqual(["d1d2", "c1c2"]);
  expect(anna.study.root.children.map(({ text }) => text)).toEqual(["d1d2"]);
});

test("what is refused is told once, and not sent until it is otherwise", async () => {
  const [anna] = await two();
  server.wrong = "node 1: no such move";
  await anna.study.play("d1d9", "d1-d9");
  await settle(anna);
  expect(anna.refused).toEqual(["node 1: no such move"]);
  server.wrong = "";
  anna.study.remove(anna.study.root.children[0]!);
  await anna.study.play("d1d2", "d1-d2");
  await settle(anna);
  expect(server.versions.at(-1)!.chapters[0]!.nodes!.map(({ text }) => text)).toEqual(["", "d1d2"]);
});

test.each([["busy", true], ["too-fast", true], ["bad", false], ["not-yours", false]] as const)("what is refused as %s: it is %s that it is tried again by itself", async (code, again) => {
  const [anna] = await two();
  vi.useFakeTimers();
  [server.wrong, server.code] = ["no", code];
  await anna.study.play("d1d2", "d1-d2");
  await anna.keeper.send();
  expect([anna.keeper.waiting, anna.refused]).toEqual(again ? [true, []] : [false, ["no"]]);
  server.wrong = "";
  await vi.advanceTimersByTimeAsync(60_000);
  expect([anna.keeper.waiting, server.versions.length]).toEqual([false, again ? 2 : 1]);
});

test("what is here when others are heard is written in a moment, whether or not anything changes after it", async () => {
  const [anna, ben] = await two();
  vi.useFakeTimers();
  await ben.study.play("c1c2", "c1-c2");
  await anna.study.play("d1d2", "d1-d2");
  await anna.keeper.send();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(same(plain(anna), plain(ben))).toBe(true);
  expect(anna.study.root.children.map(({ text }) => text).sort()).toEqual(["c1c2", "d1d2"]);
});

test("only what has changed is sent", async () => {
  const [anna] = await two();
  await anna.study.add({ game: "duell", title: "Kings" });
  await settle(anna);
  const before = plain(anna);
  anna.study.annotate(anna.study.root, { comments: ["Here."] });
  expect(changes(before, plain(anna))).toMatchObject({ chapters: [{ title: "Kings", nodes: [{ comments: ["Here."] }] }] });
  expect(changes(before, plain(anna))).not.toHaveProperty("order");
  expect(changes(before, before)).toEqual({ chapters: [] });
  const turned = { ...before, chapters: before.chapters.toReversed() }, [one, other] = before.chapters.map(({ key }) => key);
  expect(changes(before, turned)).toEqual({ chapters: [], order: [other, one] });
  expect(changes(before, { ...before, chapters: before.chapters.slice(1) })).toEqual({ chapters: [], order: [other] });
  expect(changes(before, { ...before, name: "New" })).toEqual({ chapters: [], name: "New" });
});

test("two who write in two chapters never wait for each other, and two who add chapters have both", async () => {
  const [anna, ben] = await two();
  await Promise.all([anna.study.add({ game: "duell", title: "Anna's" }), ben.study.add({ game: "pur", title: "Ben's" })]);
  await settle(anna, ben);
  expect(plain(anna).chapters.map(({ title }) => title ?? "").sort()).toEqual(["", "Anna's", "Ben's"]);
  expect(same(plain(anna), plain(ben))).toBe(true);
  const enter = (one: Person, title: string) => one.study.enter(one.study.chapters.find((chapter) => chapter.title === title)!);
  await Promise.all([enter(anna, "Anna's"), enter(ben, "Ben's")]);
  anna.study.annotate(anna.study.root, { comments: ["A"] });
  ben.study.annotate(ben.study.root, { comments: ["B"] });
  const { length } = server.versions;
  await Promise.all([anna.keeper.send(), ben.keeper.send()]);
  expect(server.versions).toHaveLength(length + 2);
  await settle(anna, ben);
  expect(same(plain(anna), plain(ben)) && same(plain(ben), contentIn(server.versions.at(-1)!, null))).toBe(true);
});

test("a chapter that one deletes while another writes in it stays", async () => {
  const [anna, ben] = await two();
  await anna.study.add({ game: "duell", title: "Kings" });
  await settle(anna, ben);
  const kings = (one: Person) => one.study.chapters.find(({ title }) => title === "Kings")!;
  server.hearers.clear();             // so that she does not know of it
  await ben.study.enter(kings(ben));
  ben.study.annotate(ben.study.root, { comments: ["Mine."] });
  await ben.keeper.send();
  await anna.study.drop(kings(anna));
  await settle(anna, ben);
  expect(kings(anna).root.notes.comments).toEqual(["Mine."]);
  await anna.study.drop(kings(anna));
  await settle(anna);
  ben.keeper.follow("s");
  await settle(ben);
  expect(plain(ben).chapters).toHaveLength(1);
});

test("a study comes back from the server as it was sent, and earlier versions open for themselves", async () => {
  const [anna] = await two();
  await anna.study.enterLine(["d1d2", "d7d6"], ["d1-d2", "d7-d6"]);
  anna.study.annotate(anna.study.here, { glyphs: [1], arrows: ["Gd1d2"], comments: ["Well."] });
  anna.study.call({ name: "Corners" });
  await anna.study.add({ game: "duell", title: "Kings" });
  await settle(anna);
  const content = plain(anna);
  expect(same(contentIn({ version: 1, name: content.name, order: content.chapters.map(({ key }) => key!), chapters: content.chapters.map(wireOf) }, null), content)).toBe(true);
  expect(anna.study.history.canUndo).toBe(true);       // writing takes nothing away
  const earlier = await earlierStudy("s", 1);
  expect(earlier).not.toHaveProperty("id");
  expect(earlier).not.toHaveProperty("shared");
});

describe("three people", () => {
  /** Numbers from 0 on that look like chance, and are the same each time. */
  function chance(seed: number) {
    return (below: number) => { seed = (seed * 1103515245 + 12345) % 2 ** 31; return Math.floor(seed / 2 ** 31 * below); };
  }

  test.each(Array.from({ length: 30 }, (_, seed) => seed))("come to the same, whoever writes what and when (%i)", async (seed) => {
    const random = chance(seed + 1);
    const [anna, ben] = await two();
    const cleo = person();
    await cleo.study.open(await cleo.keeper.fetchShared("s", "k"));
    cleo.keeper.follow("s");
    const people = [anna, ben, cleo], said: string[] = [];
    for (let step = 0; step < 25; step++) {
      const { study, keeper } = people[random(3)]!;
      if (random(4) === 0) await study.enter(study.chapters[random(study.chapters.length)]!);
      const nodes = study.root.all, node = nodes[random(nodes.length)]!;
      await study.show(node);
      switch (random(7)) {
        case 0: case 1: case 2: { const move = `m${random(4)}`; await study.play(move, move); break; }
        case 3: { const text = `c${step}`; said.push(text); study.annotate(node, { comments: [...node.notes.comments ?? [], text] }); break; }
        case 4: study.annotate(node, { glyphs: [random(6)] }); break;
        case 5: if (random(3)) study.promote(node); else await study.add({ game: "pur", title: `x${step}` }); break;
        default: study.call({ title: `t${step}`, chapter: study.chapter });
      }
      if (random(3) === 0) await keeper.send();
      if (random(9) === 0) server.away = !server.away;
    }
    server.away = false;
    await settle(...people);
    expect(same(plain(anna), plain(ben)) && same(plain(ben), plain(cleo))).toBe(true);
    expect(same(plain(anna), contentIn(server.versions.at(-1)!, null))).toBe(true);
    const all = JSON.stringify(plain(anna));
    for (const text of said) expect(all).toContain(`"${text}"`);
  });
});
