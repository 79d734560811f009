// Who answers what belongs to no game: the worker once it is ready, else the server.
import { beforeEach, describe, expect, test } from "vitest";
import { Connection } from "../src/net/connection";
import { Mind, type Side } from "../src/net/mind";
import { Refusal } from "../src/net/messages";
import { Outbox } from "../src/net/outbox";
import { FakeSocket } from "./socket";

interface Faked extends Side { sockets: FakeSocket[]; answers: () => Promise<Response>; has: boolean }

function side(has = true): Faked {
  const sockets: FakeSocket[] = [];
  const line = new Connection({ far: false, socket: () => {
    const made = new FakeSocket("");
    sockets.push(made);
    return made;
  } }, new Outbox());
  const made: Faked = { line, sockets, has, usable: () => made.has, answers: async () => Response.json({}),
    place: { ask: () => made.answers() } };
  return made;
}

function opened(one: Faked): Faked {
  one.line.connect();
  one.sockets.at(-1)!.open();
  return one;
}

const settle = () => new Promise((done) => setTimeout(done));
const pur = { game: "pur" };
const strange = { game: "pur", options: { chains: false } };

beforeEach(() => localStorage.clear());

describe("who is asked", () => {
  test.each([
    ["the server, as long as the worker is not ready", false, true, "server"],
    ["the worker, as soon as it is ready", true, true, "here"],
    ["the worker, where the server is not there", true, false, "here"],
  ] as const)("is %s", (_, near, far, expected) => {
    const [here, server] = [side(), side()];
    if (near) opened(here);
    if (far) opened(server);
    const mind = new Mind(here, server);
    expect(mind.side()).toBe(expected === "here" ? here : server);
  });

  test("is the worker, also before it is ready, where there is no server at all", () => {
    const [here, server] = [side(), side(false)];
    const mind = new Mind(here, server);
    void mind.look(pur);
    opened(here);
    expect(here.sockets[0]!.of("look")).toHaveLength(1);
  });

  test("is the server where the browser cannot run the worker, even while it is lost", () => {
    const [here, server] = [side(false), opened(side())];
    server.sockets[0]!.drop();
    expect(new Mind(here, server).side()).toBe(server);
  });

  test("about a position that is slow here is the server, as long as it is there", () => {
    const [here, server] = [opened(side()), opened(side())];
    const mind = new Mind(here, server, (of) => of === strange);
    expect([mind.side(strange), mind.side(pur)]).toEqual([server, here]);
    server.sockets[0]!.drop();
    expect(mind.side(strange)).toBe(here);
  });
});

describe("a view", () => {
  test("that a lost server owes is asked of the worker", async () => {
    const [here, server] = [side(), opened(side())];
    const mind = new Mind(here, server);
    const seen = mind.look(pur);
    server.sockets[0]!.drop();
    mind.changed();
    opened(here);
    here.sockets[0]!.hear({ t: "look", id: 1, view: { ply: 3 } });
    expect(await seen).toEqual({ ply: 3 });
  });

  test("that the worker refuses is asked of the server, whose word counts", async () => {
    const [here, server] = [opened(side()), opened(side())];
    const mind = new Mind(here, server);
    const seen = mind.look({ game: "ferry" });
    here.sockets[0]!.hear({ t: "refused", id: 1, code: "bad", reason: "there is no game ferry" });
    await settle();
    server.sockets[0]!.hear({ t: "look", id: 1, view: { ply: 0 } });
    expect(await seen).toEqual({ ply: 0 });
  });

  test("that the worker refuses is refused where there is no server", async () => {
    const [here, server] = [opened(side()), side(false)];
    const seen = new Mind(here, server).look({ game: "ferry" });
    here.sockets[0]!.hear({ t: "refused", id: 1, code: "bad", reason: "no" });
    await expect(seen).rejects.toMatchObject({ code: "bad" });
  });
});

describe("a thought", () => {
  function think(mind: Mind) {
    const told: unknown[] = [];
    return { told, thought: mind.analyse(pur, 2, 9, (info) => told.push(info.depth), (refusal) => told.push(refusal?.code ?? "ended")) };
  }

  test("moves to the worker when the server is lost, and ends once", () => {
    const [here, server] = [opened(side()), opened(side())];
    here.sockets[0]!.drop();
    const mind = new Mind(here, server);
    const { told } = think(mind);
    server.sockets[0]!.hear({ t: "info", id: 1, depth: 4, lines: [] });
    opened(here);
    server.sockets[0]!.drop();
    mind.changed();
    expect(here.sockets.at(-1)!.of("analyse")).toEqual([{ t: "analyse", id: 1, of: pur, lines: 2, seconds: 9 }]);
    here.sockets.at(-1)!.hear({ t: "info", id: 1, depth: 5, lines: [] });
    here.sockets.at(-1)!.hear({ t: "analysed", id: 1 });
    expect(told).toEqual([4, 5, "ended"]);
  });

  test("ends when another begins, wherever that is", () => {
    const [here, server] = [side(), opened(side())];
    const mind = new Mind(here, server);
    const first = think(mind);
    opened(here);
    think(mind);
    expect(first.told).toEqual(["ended"]);
    expect(server.sockets[0]!.of("stop")).toHaveLength(1);
  });

  test("that the worker refuses at once is left to the server", () => {
    const [here, server] = [opened(side()), opened(side())];
    const { told } = think(new Mind(here, server));
    here.sockets[0]!.hear({ t: "refused", id: 1, code: "bad", reason: "no" });
    expect([told, server.sockets[0]!.of("analyse").length]).toEqual([[], 1]);
  });

  test("that is stopped stops where it is", () => {
    const [here, server] = [opened(side()), opened(side())];
    const { told, thought } = think(new Mind(here, server));
    thought.stop();
    expect([told, here.sockets[0]!.of("stop").length]).toEqual([["ended"], 1]);
  });
});

describe("a text or a picture", () => {
  test("comes from the server where the worker cannot be reached", async () => {
    const [here, server] = [opened(side()), opened(side())];
    here.answers = async () => { throw new TypeError("gone"); };
    expect((await new Mind(here, server).ask("/read", {})).ok).toBe(true);
  });

  test("that the worker cannot make is asked of a server that is there, and only then", async () => {
    const [here, server] = [opened(side()), side()];
    here.answers = async () => Response.json({ code: "missing" }, { status: 501 });
    const mind = new Mind(here, server);
    expect((await mind.ask("/picture.gif")).status).toBe(501);
    opened(server);
    expect((await mind.ask("/picture.gif")).status).toBe(200);
  });

  test("without anybody fails", async () => {
    const [here, server] = [side(false), side(false)];
    server.answers = async () => { throw new TypeError("gone"); };
    await expect(new Mind(here, server).ask("/read", {})).rejects.not.toBeInstanceOf(Refusal);
  });
});
