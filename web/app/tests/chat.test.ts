// What two players say to each other, as one of them hears it.
import { beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../src/net/connection";
import { Outbox } from "../src/net/outbox";
import { recall } from "../src/browser/storage";
import { Chat } from "../src/pages/play/talk.svelte";
import { FakeSocket } from "./socket";

const line = (number: number, by: "white" | "black") => ({ number, by, text: `${number}`, preset: null, at: 0 });

function talking(game = "g") {
  const connection = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, new Outbox());
  connection.connect();
  const onsaid = vi.fn(), chat = new Chat(connection, game, "white", () => "Ben", onsaid);
  connection.visit(chat);
  const socket = FakeSocket.last;
  socket.open();
  const hear = (...lines: object[]) => socket.hear({ t: "chat", game, text: "open", lines });
  return { chat, onsaid, hear };
}

const said = () => FakeSocket.last.of("say");

beforeEach(() => {
  localStorage.clear();
  FakeSocket.made = [];
});

test.each([
  ["nothing", [], 0, 0], ["one's own", [line(1, "white")], 0, 0], ["the other's", [line(1, "black"), line(2, "white"), line(3, "black")], 2, 0],
  ["what was seen and one more", [line(1, "black"), line(2, "black")], 2, 1],
] as const)("of %s so many lines are unread, until all are seen", (_, lines, unread, after) => {
  const { chat, hear } = talking();
  hear(...lines);
  expect(chat.unread).toBe(unread);
  chat.seen();
  expect(chat.unread).toBe(0);
  if (after) hear(...lines, line(3, "black"));
  expect(chat.unread).toBe(after);
});

test("what was seen is seen after a reload, in its own game", () => {
  const first = talking();
  first.hear(line(1, "black"), line(2, "black"));
  first.chat.seen();
  const again = talking(), other = talking("h");
  again.hear(line(2, "black"), line(3, "black"));
  other.hear(line(1, "black"));
  expect([again.chat.unread, other.chat.unread]).toEqual([1, 1]);
  for (let game = 0; game < 60; game++) {
    const { chat, hear } = talking(`${game}`);
    hear(line(1, "black"));
    chat.seen();
  }
  expect(recall("chat read", []).length).toBe(50);
});

test("of who is muted nothing is shown or counted, also in the next game, until he is heard again", () => {
  const { chat, hear } = talking();
  hear(line(1, "black"), line(2, "white"));
  chat.muted = true;
  expect([chat.shown.map(({ number }) => number), chat.unread]).toEqual([[2], 0]);
  const next = talking("h");
  expect(next.chat.muted).toBe(true);
  next.chat.muted = false;
  next.hear(line(1, "black"));
  expect([next.chat.shown.length, next.chat.unread, talking().chat.muted]).toEqual([1, 1, false]);
});

test("what is said on a lost line is said again on the next one, one thing at a time, until it is taken", () => {
  const { chat, onsaid } = talking();
  chat.say({ text: "Hello" });
  chat.say({ text: "No, wait" });
  expect(said().map(({ text }) => text)).toEqual(["Hello"]);
  const { id } = said()[0]!;
  expect(chat.again()).toEqual([{ t: "chat", game: "g" }, said()[0]]);
  FakeSocket.last.hear({ t: "said", id: "another" });
  expect([chat.sending?.id, onsaid.mock.calls]).toEqual([id, []]);
  FakeSocket.last.hear({ t: "said", id });
  expect([chat.sending, onsaid.mock.calls.length, chat.again()]).toEqual([null, 1, [{ t: "chat", game: "g" }]]);
});

test("a sentence that is chosen is no free text, and what is refused is told", () => {
  const { chat, onsaid } = talking();
  chat.say({ preset: "thanks" as never });
  FakeSocket.last.hear({ t: "said", id: said()[0]!.id });
  expect(onsaid).not.toHaveBeenCalled();
  chat.say({ text: "Hello" });
  FakeSocket.last.hear({ t: "refused", id: said()[1]!.id, code: "too-fast", reason: "" });
  expect([chat.sending, chat.refusal?.code]).toEqual([null, "too-fast"]);
  chat.say({ text: "Hello" });
  expect(chat.refusal).toBeNull();
});

test("of another game nothing is heard", () => {
  const { chat } = talking();
  FakeSocket.last.hear({ t: "chat", game: "h", text: "open", lines: [line(1, "black")] });
  expect([chat.heard, chat.lines]).toEqual([false, []]);
});
