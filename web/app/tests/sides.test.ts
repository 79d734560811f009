// What one can do at the board, for White and for Black, against a person and against the computer.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../board/view/view";
import NewGame from "../src/game/NewGame.svelte";
import first from "../src/game/first.json";
import { Connection } from "../src/net/connection";
import type { Colour, GameMessage, Offers, Player } from "../../wire/types";
import { Outbox } from "../src/net/outbox";
import PlayControls from "../src/pages/play/PlayControls.svelte";
import PlayStatus from "../src/pages/play/PlayStatus.svelte";
import { Desk, type Plan } from "../src/game/desk.svelte";
import { health } from "../src/places/places.svelte";
import { change } from "../src/browser/settings.svelte";
import { other, OnlineGame, type Seats } from "../src/game/online-game.svelte";
import { FakeSocket } from "./socket";

const start = first as unknown as View;
const COLOURS = ["white", "black"] as const;
const PEOPLE: Record<"person" | "computer", Player> = {
  person: { kind: "human", name: "Ben", here: true },
  computer: { kind: "computer", name: "Casual", level: 3, here: true },
};
const EACH = COLOURS.flatMap((colour) => (["person", "computer"] as const).map((who) => [colour, who] as const));
const NOTHING: Offers = { draw: null, takeback: null, rematch: [] };
let shown: ReturnType<typeof mount>[] = [];

/** The game of somebody with these seats, after some moves. */
function sit(seats: Seats, opponent: Player, count: number, more: Partial<GameMessage> = {}): OnlineGame {
  const connection = new Connection({ far: true, socket: () => new FakeSocket("ws://here") }, new Outbox());
  connection.connect();
  FakeSocket.last.open();
  const online = new OnlineGame("g", seats, connection);
  online.follow();
  const me: Player = { kind: "human", name: "Ada", here: true };
  const players = { white: seats.white ? me : opponent, black: seats.black ? me : opponent };
  const turn: Colour = count % 2 ? "black" : "white";
  online.hear({
    t: "game", game: "g", rules: "contra", options: {}, start: start.position, seq: count + 1, players,
    first: "white", turn, created: 0, thinking: null,
    moves: Array.from({ length: count }, () => ({ text: "d1d2", notation: "d1-d2", spent: 1 })), clock: null, offers: NOTHING,
    result: null, yours: online.yours, watching: 0, next: null, view: { ...start, turn, ply: count }, ...more,
  });
  return online;
}

function show<P extends Record<string, any>>(component: Component<P, any, any>, props: P): HTMLElement {
  shown.push(mount(component, { target: document.body, props }));
  flushSync();
  return document.body;
}

const keys = { first: vi.fn(), step: vi.fn(), last: vi.fn(), flip: vi.fn() };

function controls(online: OnlineGame, startsBlack = false): HTMLElement {
  return show(PlayControls, { online, mine: online.yours, startsBlack, draft: false, at: online.moves.length, count: online.moves.length,
    hinting: false, canHint: true, keys, onhint: vi.fn(), onshare: vi.fn(), onnew: vi.fn(), onanalyse: vi.fn(), onreport: vi.fn() });
}

function status(online: OnlineGame): HTMLElement {
  return show(PlayStatus, { online, mine: online.yours, draft: false, waiting: false, live: online.view, looking: false, warming: false,
    invited: false, placeOf: vi.fn(), onwalk: vi.fn(), onreplay: vi.fn(), onsit: vi.fn(), onlive: vi.fn(), onshare: vi.fn(), onnew: vi.fn(), onanalyse: vi.fn(), onrematch: vi.fn(), onagain: vi.fn() });
}

function button(name: string, within: Element = document.body): HTMLButtonElement | undefined {
  return [...within.querySelectorAll("button")].find((one) => one.textContent?.trim() === name);
}

function press(name: string, within?: Element): void {
  button(name, within)!.click();
  flushSync();
}

const said = () => FakeSocket.last.of("do").map(({ what, seat }) => [what, seat]);

beforeEach(() => {
  localStorage.clear();
  FakeSocket.made = [];
  change({ language: "en" });
  health.status = "open";
});
afterEach(() => {
  for (const one of shown) void unmount(one);
  shown = [];
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

describe.each(EACH)("%s against a %s", (colour, who) => {
  const seats = { [colour]: "mine" };
  const online = (count: number, more: Partial<GameMessage> = {}) => sit(seats, PEOPLE[who], count, more);

  test.each([4, 5])("resigns its own seat after a question, whoever is to move (%i moves made)", (count) => {
    controls(online(count));
    press("Resign");
    expect(said()).toEqual([]);
    press("Resign", document.querySelector("dialog")!);
    expect(said()).toEqual([["resign", "mine"]]);
  });

  test("does not resign if the question is declined", () => {
    controls(online(4));
    press("Resign");
    press("Cancel", document.querySelector("dialog")!);
    expect([said(), document.querySelector("dialog")]).toEqual([[], null]);
  });

  test.each([0, 1])("cancels a game that has hardly begun (%i moves made)", (count) => {
    controls(online(count));
    expect(button("Resign")).toBeUndefined();
    press("Cancel the game");
    expect(said()).toEqual([["abort", "mine"]]);
  });

  test("takes back as soon as it has moved, and not before", () => {
    const before = colour === "white" ? 0 : 1;
    controls(online(before));
    expect(button("Take back")!.disabled).toBe(true);
    void unmount(shown.pop()!);
    controls(online(before + 1));
    press("Take back");
    expect(said()).toEqual([["ask-takeback", "mine"]]);
  });

  test("takes back as soon as it has moved where Black began", () => {
    const before = colour === "black" ? 0 : 1;
    controls(online(before), true);
    expect(button("Take back")!.disabled).toBe(true);
    void unmount(shown.pop()!);
    controls(online(before + 1), true);
    expect(button("Take back")!.disabled).toBe(false);
  });

  test("can offer a draw to a person only", () => {
    controls(online(4));
    if (who === "computer") return expect(button("Offer a draw")).toBeUndefined();
    press("Offer a draw");
    return expect(said()).toEqual([["offer-draw", "mine"]]);
  });

  test("has hints against the computer only", () => {
    controls(online(4));
    expect(Boolean(button("Hint"))).toBe(who === "computer");
  });

  test("hears whose move it is", () => {
    const own = colour === "white" ? 4 : 5;
    expect(status(online(own)).querySelector("h2")!.textContent).toBe("Your move");
    void unmount(shown.pop()!);
    expect(status(online(own + 1)).querySelector("h2")!.textContent).toBe(who === "computer" ? "Casual is thinking…" : "Ben to move");
  });

  test.each(COLOURS)("hears who has won if that is %s", (winner) => {
    const over = online(4, { result: { winner, reason: "resignation", score: null } });
    expect(status(over).querySelector("h2")!.textContent).toBe(winner === colour ? "You win!" : who === "computer" ? "Casual wins" : "Ben wins");
  });

  test.each([["takeback", "accept"], ["takeback", "decline"], ["draw", "accept"], ["draw", "decline"]] as const)(
    "answers the other's %s with %s", (offer, answer) => {
      status(online(4, { offers: { ...NOTHING, [offer]: other(colour) } }));
      press(answer === "accept" ? "Accept" : "Decline");
      expect(said()).toEqual([[`${answer}-${offer}`, "mine"]]);
    });

  test.each([["takeback", "You have asked to take back."], ["draw", "Draw offered."]] as const)(
    "waits for an answer to its own %s", (offer, told) => {
      const body = status(online(4, { offers: { ...NOTHING, [offer]: colour } }));
      expect(body.textContent).toContain(told);
      expect([button("Accept"), button("Decline")]).toEqual([undefined, undefined]);
    });

  test("moves when it is to move, and not otherwise", () => {
    const own = colour === "white" ? 4 : 5;
    void online(own + 1).move("d1d2");
    expect(said()).toEqual([]);
    void online(own).move("d1d2");
    expect(said()).toEqual([["move", "mine"]]);
  });
});

describe("both at one screen", () => {
  const seats = { white: "white seat", black: "black seat" };

  test.each([[4, "white seat"], [5, "black seat"]] as const)("act for who is to move (%i moves made): %s", (count, seat) => {
    const online = sit(seats, PEOPLE.person, count);
    controls(online);
    press("Take back");
    press("Resign");
    press("Resign", document.querySelector("dialog")!);
    void online.move("d1d2");
    expect(said()).toEqual([["ask-takeback", seat], ["resign", seat], ["move", seat]]);
  });

  test.each([[4, "White to move"], [5, "Black to move"]] as const)("hear whose move it is (%i moves made): %s", (count, told) =>
    expect(status(sit(seats, PEOPLE.person, count)).querySelector("h2")!.textContent).toBe(told));

  test.each([["white", "White wins"], ["black", "Black wins"]] as const)("hear that %s has won", (winner, told) => {
    const online = sit(seats, PEOPLE.person, 4, { result: { winner, reason: "goal", score: null } });
    expect(status(online).querySelector("h2")!.textContent).toBe(told);
  });
});

describe("who watches", () => {
  test("can do nothing in the game, and hears who is to move", () => {
    const online = sit({}, PEOPLE.person, 5);
    controls(online);
    for (const name of ["Resign", "Take back", "Hint", "Offer a draw", "Cancel the game"]) expect(button(name)).toBeUndefined();
    expect(status(online).querySelector("h2")!.textContent).toBe("Black to move");
  });
});

describe("a new game", () => {
  async function planned(choose: Partial<{ against: string; colour: string; level: number }>): Promise<Plan> {
    localStorage.setItem("eckstein.plan", JSON.stringify({ against: "computer", colour: "white", level: 2, clock: "", ...choose }));
    const onplan = vi.fn(async () => null);
    show(NewGame, { game: "contra", onplan, onclose: vi.fn() });
    document.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(onplan).toHaveBeenCalled());
    return (onplan.mock.calls as unknown as [Plan][])[0]![0];
  }

  test.each(COLOURS)("as %s has the computer on the other side, with its level and nothing else", async (colour) => {
    const { wanted, mine } = await planned({ colour, level: 7 });
    expect(mine).toEqual([colour]);
    expect(wanted[colour]).toEqual({ kind: "human", open: false });
    expect(wanted[other(colour)]).toEqual({ kind: "computer", level: 7 });
  });

  test.each(COLOURS)("as %s leaves the other seat to a friend with the link", async (colour) => {
    const { wanted, mine } = await planned({ against: "link", colour });
    expect(mine).toEqual([colour]);
    expect([wanted[colour], wanted[other(colour)]]).toEqual([{ kind: "human", open: false }, { kind: "human", open: true }]);
  });

  test("at one screen has both seats here", async () => {
    const { wanted, mine } = await planned({ against: "screen", colour: "black" });
    expect(mine).toEqual(["white", "black"]);
    expect([wanted.white, wanted.black]).toEqual([{ kind: "human", open: false }, { kind: "human", open: false }]);
  });

  test.each([[0.2, "white"], [0.8, "black"]] as const)("by lot %d is played as %s", async (lot, colour) => {
    const random = vi.spyOn(Math, "random").mockReturnValue(lot);
    expect((await planned({ colour: "random" })).mine).toEqual([colour]);
    random.mockRestore();
  });

  test("begun on the front page is another one each time, and nothing in it settles how the computer plays", async () => {
    const asked: { id: string }[] = [];
    vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body));
      return Response.json({ code: "bad", reason: "not today" }, { status: 400 });
    });
    for (let number = 0; number < 2; number++) {
      const desk = new Desk();
      desk.lay("contra");
      await desk.start("d1d2");
    }
    const [one, two] = asked;
    expect(one).toEqual({ rules: "contra", id: one!.id, white: { kind: "human" }, black: { kind: "computer", level: 1, random: 60 } });
    expect(two).toEqual({ ...one, id: two!.id });
    expect(two!.id).not.toBe(one!.id);
  });
});
