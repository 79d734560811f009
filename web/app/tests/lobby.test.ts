// The lobby as a page hears of it, and its own seek, which outlives lost connections and reloads.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../src/net/connection";
import { Outbox } from "../src/net/outbox";
import { Lobby } from "../src/people/listing.svelte";
import { Seeking } from "../src/people/seeking.svelte";
import { FakeSocket } from "./socket";

const WANTED = { rules: "contra", clocks: [null] };
const PAIRED = { t: "paired", game: "g", colour: "white", token: "t", link: "/game/g#t" };

function connect(): Connection {
  const connection = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, new Outbox());
  connection.connect();
  return connection;
}

function seeker(line = connect()) {
  const paired = vi.fn(), refused = vi.fn();
  return { line, paired, refused, seeking: new Seeking(line, paired, refused) };
}

const said = (type: string): Record<string, unknown>[] => FakeSocket.last.of(type) as Record<string, unknown>[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  FakeSocket.made = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a seek is said again on each new line, with the same id, until a game comes of it", () => {
  const { seeking, paired } = seeker();
  seeking.open(WANTED);
  FakeSocket.last.open();
  const [first] = said("seek");
  expect(first).toMatchObject(WANTED);
  FakeSocket.last.hear({ t: "seeking", id: first!.id, seek: "public" });
  expect(seeking.seek).toBe("public");
  FakeSocket.last.drop();
  vi.advanceTimersByTime(60_000);
  FakeSocket.last.open();
  expect(said("seek")).toEqual([first]);
  FakeSocket.last.hear({ ...PAIRED, id: first!.id });
  expect(paired).toHaveBeenCalledOnce();
  expect(seeking.wanted).toBeNull();
});

test("a seek knows how far its range reaches, also after it has waited", () => {
  const { seeking } = seeker();
  seeking.open(WANTED);
  FakeSocket.last.open();
  const { id } = seeking.wanted!, widening = [[0, 100], [10, 200], [60, null]];
  FakeSocket.last.hear({ t: "seeking", id, seek: "public", waited: 15, widening });
  expect(seeking.ranges.map(({ from, most }) => [(from - Date.now()) / 1000, most])).toEqual([[-15, 100], [-5, 200], [45, null]]);
  FakeSocket.last.hear({ t: "withdrawn", id });
  expect(seeking.ranges).toEqual([]);
});

test("a seek outlives a reload", () => {
  const { seeking } = seeker();
  seeking.open(WANTED);
  const { id } = seeking.wanted!;
  const after = seeker();
  FakeSocket.last.open();
  expect(said("seek")).toMatchObject([{ id }]);
  after.seeking.withdraw();
  expect(said("withdraw")).toEqual([{ t: "withdraw", id }]);
  expect(seeker().seeking.wanted).toBeNull();
});

test("a refusal is told and ends it, and a database that does not respond is asked again", () => {
  const { seeking, refused } = seeker();
  FakeSocket.last.open();
  seeking.take("public", 0);
  const [{ id } = { id: "" }] = said("take");
  FakeSocket.last.hear({ t: "refused", id, code: "busy", why: "database", reason: "no" });
  vi.advanceTimersByTime(2_000);
  expect(said("take")).toHaveLength(2);
  FakeSocket.last.hear({ t: "refused", id, code: "not-now", why: "seek-gone", reason: "gone" });
  expect(refused.mock.calls[0]![0]).toMatchObject({ why: "seek-gone" });
  expect(seeking.wanted).toBeNull();
});

test.each(["database", "stopping"])("of a server that cannot for now (%s) is asked again what is still wanted, and no more", (why) => {
  const { seeking, refused } = seeker();
  FakeSocket.last.open();
  const busy = () => FakeSocket.last.hear({ t: "refused", id: seeking.wanted!.id, code: "busy", why, reason: "no" });
  seeking.open(WANTED);
  busy();
  vi.advanceTimersByTime(2_000);
  expect(said("seek")).toHaveLength(2);
  busy();
  seeking.withdraw();
  vi.advanceTimersByTime(2_000);
  expect([said("seek").length, seeking.wanted, refused.mock.calls]).toEqual([2, null, []]);
});

test("what is told of somebody else's seek changes nothing", () => {
  const { seeking, paired } = seeker();
  FakeSocket.last.open();
  seeking.open(WANTED);
  FakeSocket.last.hear({ ...PAIRED, id: "another" });
  FakeSocket.last.hear({ t: "withdrawn", id: "another" });
  expect(paired).not.toHaveBeenCalled();
  expect(seeking.wanted).not.toBeNull();
});

test("the lobby is known whole and then by what changes", () => {
  const line = connect(), lobby = new Lobby(line), leave = lobby.enter();
  FakeSocket.last.open();
  expect(said("lobby")).toHaveLength(1);
  const seek = (id: string, name = id) => ({ id, name, ...WANTED, options: {}, colour: null });
  const game = (name: string, moves = 0) => ({ game: name, moves });
  FakeSocket.last.hear({ t: "lobby", seeks: [seek("a"), seek("b")], games: [game("g")], top: "g", people: { lobby: 1, playing: 2 } });
  FakeSocket.last.hear({ t: "lobby-news", seeks: [seek("c"), seek("b", "B")], gone: ["a"], games: [game("h"), game("g", 3)], over: ["x"], top: null });
  expect(lobby.seeks!.map(({ name }) => name)).toEqual(["B", "c"]);
  expect(lobby.games.map((one) => [one.game, one.moves])).toEqual([["g", 3], ["h", 0]]);
  expect([lobby.top, lobby.people!.playing]).toEqual([null, 2]);
  // Who comes back under the name under which he left is there; what is not told stays.
  FakeSocket.last.hear({ t: "lobby-news", seeks: [seek("b", "again")], gone: ["b"], games: [game("g", 9)], over: ["g"] });
  expect(lobby.seeks!.map(({ name }) => name)).toEqual(["c", "again"]);
  expect(lobby.games.map((one) => [one.game, one.moves])).toEqual([["h", 0], ["g", 9]]);
  FakeSocket.last.hear({ t: "lobby-news", top: "h", people: { lobby: 3, playing: 4 } });
  FakeSocket.last.hear({ t: "lobby-news", gone: ["c"] });
  expect([lobby.top, lobby.people, lobby.seeks!.length, lobby.games.length]).toEqual(["h", { lobby: 3, playing: 4 }, 1, 2]);
  leave();
  expect(said("leave-lobby")).toHaveLength(1);
});
