// A study that several people write: all come to the same, and nothing that somebody wrote is lost.
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { StudyContent, StudyNews, WriteStudy } from "../../wire/types";
import type { View } from "../../board/view/view";
import { Refusal } from "../src/net/messages";
import type { Content } from "../src/state/study/chapters.svelte";
import { same } from "../src/state/study/merge";
import { Study } from "../src/state/study/study.svelte";
import { Together, contentIn, earlierStudy, wireOf } from "../src/state/study/together.svelte";
import first from "../src/state/game/first.json";

/** A server of one study. */
const server = vi.hoisted(() => ({ versions: [] as StudyContent[], hearers: new Set<(news: StudyNews) => void>(), away: false, wrong: "" }));

vi.mock("../src/net/shared-studies", () => {
  const answering = async () => {
    await Promise.resolve();
    if (server.away) throw new TypeError("nobody answers");
  };
  const news = () => { for (const hear of server.hearers) hear({ version: server.versions.length, people: ["Anna", "Ben"] }); };
  return {
    beginStudy: async (content: StudyContent) => {
      await answering();
      server.versions = [structuredClone(content)];
      return { study: "s", key: "k", version: 1 };
    },
    readStudy: async (_study: string, version = server.versions.length) => {
      await answering();
      return { version, content: structuredClone(server.versions[version - 1]!) };
    },
    writeStudy: async (_study: string, { version, content }: WriteStudy) => {
      await answering();
      if (server.wrong) throw new Refusal("bad", server.wrong);
      if (version !== server.versions.length + 1) throw new Refusal("stale", "");
      server.versions.push(structuredClone(content));
      news();
      return { version };
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
  const together = new Together(study, {
    clashes: (all) => clashes.push(...all.map(({ ours }) => ours)), refused: (refusal) => refused.push(refusal.message),
  });
  return { study, together, clashes, refused };
}

/** Somebody who has begun a study, and somebody who has opened it by its link. */
async function two(key = "k") {
  const anna = person(), ben = person();
  await anna.study.open({ game: "contra" });
  await anna.together.begin();
  await ben.study.open(await ben.together.fetch("s", key));
  anna.together.listen("s");
  ben.together.listen("s");
  return [anna, ben] as const;
}

type Person = ReturnType<typeof person>;

async function settle(...people: Person[]): Promise<void> {
  for (let round = 0; round < 6; round++) for (const { together } of people) await together.now();
}

const plain = ({ study }: Person): Content => study.content();

beforeEach(() => {
  server.versions = [];
  server.hearers.clear();
  server.away = false;
  server.wrong = "";
});

test("what one writes the other sees, with who is there", async () => {
  const [anna, ben] = await two();
  await anna.study.play("d1d2", "d1-d2");
  anna.study.annotate(anna.study.here, { comments: ["Bold."] });
  await settle(anna, ben);
  expect(same(plain(anna), plain(ben))).toBe(true);
  expect(ben.study.root.children[0]!.notes).toEqual({ comments: ["Bold."] });
  expect(ben.together.people).toEqual(["Anna", "Ben"]);
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
  await anna.together.now();
  expect(anna.together.waiting).toBe(true);
  await anna.study.play("d7d6", "d7-d6");
  server.away = false;
  await settle(anna, ben);
  expect(anna.together.waiting).toBe(false);
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

test("a study comes back from the server as it was sent, and earlier versions open for themselves", async () => {
  const [anna] = await two();
  await anna.study.enterLine(["d1d2", "d7d6"], ["d1-d2", "d7-d6"]);
  anna.study.annotate(anna.study.here, { glyphs: [1], arrows: ["Gd1d2"], comments: ["Well."] });
  anna.study.call({ name: "Corners" });
  await anna.study.add({ game: "duell", title: "Kings" });
  await settle(anna);
  const content = plain(anna);
  expect(same(contentIn(wireOf(content)), content)).toBe(true);
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
    await cleo.study.open(await cleo.together.fetch("s", "k"));
    cleo.together.listen("s");
    const people = [anna, ben, cleo], said: string[] = [];
    for (let step = 0; step < 25; step++) {
      const { study, together } = people[random(3)]!;
      const nodes = study.root.all, node = nodes[random(nodes.length)]!;
      await study.show(node);
      switch (random(7)) {
        case 0: case 1: case 2: { const move = `m${random(4)}`; await study.play(move, move); break; }
        case 3: { const text = `c${step}`; said.push(text); study.annotate(node, { comments: [...node.notes.comments ?? [], text] }); break; }
        case 4: study.annotate(node, { glyphs: [random(6)] }); break;
        case 5: study.promote(node); break;
        default: study.call({ title: `t${step}`, chapter: study.chapter });
      }
      if (random(3) === 0) await together.now();
      if (random(9) === 0) server.away = !server.away;
    }
    server.away = false;
    await settle(...people);
    expect(same(plain(anna), plain(ben)) && same(plain(ben), plain(cleo))).toBe(true);
    expect(same(plain(anna), contentIn(server.versions.at(-1)!))).toBe(true);
    const all = JSON.stringify(plain(anna));
    for (const text of said) expect(all).toContain(`"${text}"`);
  });
});
