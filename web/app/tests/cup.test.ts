// A tournament as a page hears of it, and the calls to our games in it.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { found } from "../src/people/found.svelte";
import { lineTo } from "../src/places/places.svelte";
import { calls } from "../src/people/calls.svelte";
import { Cup } from "../src/pages/tournaments/cup.svelte";

const server = vi.hoisted(() => ({ tournament: vi.fn(), orderIn: vi.fn() }));
vi.mock("../src/pages/tournaments/requests", () => server);

const line = lineTo(false);
const round = (...outcomes: (string | null)[]) => ({ games: outcomes.map((outcome) => ({ outcome })) });
const told = (seq: number, paired: object[] = [], more: object = {}, player: number | null = null) =>
  ({ tournament: { seq, phase: "running", players: [{ name: "Anna" }, { name: "Ben" }], paired, ...more }, you: { player, organises: false } });

beforeEach(() => {
  server.tournament.mockReset();
  vi.spyOn(line, "say").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const id of ["t", "u"]) calls.leave(id);
});

describe("a tournament", () => {
  const over = round("1-0", "0-1"), open = round("1-0", null), next = round(null);

  /** What is known, how many rounds are not asked for again, what is answered, and what is known then. */
  test.each([
    ["nothing", [], 0, [over], 0, [over]], ["rounds that are over", [over, over], 2, [next], 2, [over, over, next]],
    ["one that goes on", [over, open], 1, [over], 1, [over, over]], ["one that goes on before another", [open, over], 0, [over, over], 0, [over, over]],
    ["rounds that a server tells all the same", [over, over], 2, [over, over, next], 0, [over, over, next]],
    ["more than a server leaves out", [over, over], 2, [over, next], 1, [over, over, next]],
  ])("of which is known %s is read from there on", async (_, known, asked, paired, left_out, after) => {
    const cup = new Cup(line, "t", "key");
    server.tournament.mockResolvedValueOnce(told(1, known));
    await cup.load();
    server.tournament.mockResolvedValueOnce(told(2, paired, { left_out }));
    await cup.load();
    expect(server.tournament).toHaveBeenLastCalledWith("t", "key", asked, 1);
    expect(cup.told!.tournament.paired).toEqual(after);
  });

  test("that is answered late is not taken for newer", async () => {
    const cup = new Cup(line, "t", "");
    server.tournament.mockResolvedValueOnce(told(5)).mockResolvedValueOnce(told(4));
    await cup.load();
    await cup.load();
    expect(cup.told!.tournament.seq).toBe(5);
  });

  test.each([[1, "entering", true], [1, "running", true], [1, "ended", false], [null, "running", false]])(
    "in which we are number %s, and which is %s: it is %s that we are called", async (player, phase, wanted) => {
      calls.enter("t");
      const cup = new Cup(line, "t", "");
      server.tournament.mockResolvedValueOnce(told(1, [], { phase }, player));
      await cup.load();
      expect(calls.has("t")).toBe(wanted);
    });

  test("is read again after what is new, once for all that comes in a moment", async () => {
    vi.useFakeTimers();
    const cup = new Cup(line, "t", ""), news = (seq: number, tournament = "t") => cup.hear({ t: "tournament", tournament, seq } as never);
    server.tournament.mockResolvedValue(told(3));
    await cup.load();
    for (const seq of [2, 3]) news(seq);
    news(9, "u");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.tournament).toHaveBeenCalledOnce();
    for (const seq of [4, 5]) news(seq);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.tournament).toHaveBeenCalledTimes(2);
  });

  test("has its players by their numbers, from 1, and what went wrong until it is right again", async () => {
    const cup = new Cup(line, "t", ""), error = new Error("no");
    server.tournament.mockRejectedValueOnce(error).mockResolvedValueOnce(told(1));
    await cup.load();
    expect([cup.wrong, cup.told]).toEqual([error, null]);
    await cup.load();
    expect([cup.wrong, [0, 1, 2, 3].map((number) => cup.player(number)?.name)]).toEqual([null, [undefined, "Anna", "Ben", undefined]]);
  });
});

describe("a call", () => {
  let number = 0;
  const call = (game: string, link: string | undefined = `/game/${game}#t`) => calls.hear({ t: "called", tournament: "t", game, link } as never);
  const at = (path: string) => history.replaceState(null, "", path);
  const fresh = () => `call${number++}`;

  beforeEach(() => {
    found.link = null;
    at("/lobby");
  });

  test("leads to the game from any other page, once", () => {
    const game = fresh();
    call(game);
    expect(location.pathname).toBe(`/game/${game}`);
    at("/lobby");
    call(game);
    expect([location.pathname, found.link]).toEqual(["/lobby", null]);
  });

  test("is offered to who is in another game, and says nothing to who is there", () => {
    const [other, game] = [fresh(), fresh()];
    at(`/game/${other}`);
    call(game);
    expect([location.pathname, found.link]).toEqual([`/game/${other}`, `/game/${game}#t`]);
    found.link = null;
    call(other);
    expect([location.pathname, found.link]).toEqual([`/game/${other}`, null]);
  });

  test("without a seat leads nowhere, and one with it still does", () => {
    const game = fresh();
    calls.hear({ t: "called", tournament: "t", game } as never);
    expect(location.pathname).toBe("/lobby");
    call(game);
    expect(location.pathname).toBe(`/game/${game}`);
  });

  test("comes from the newest eight that were entered, each once", () => {
    for (let n = 0; n < 10; n++) calls.enter(`n${n}`);
    calls.enter("n5");
    expect(calls.again().map((message) => (message as { tournament: string }).tournament)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `n${n}`));
    for (let n = 0; n < 10; n++) calls.leave(`n${n}`);
    expect(calls.again()).toEqual([]);
  });
});
