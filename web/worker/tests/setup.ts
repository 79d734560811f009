// A server in Python under Node, as it runs in the worker of a page, from what `make web` has built.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PyodideAPI } from "pyodide";
import { loadPyodide } from "pyodide";
import { Database } from "../database";
import type { FromHouse, FromPage } from "../messages";
import { ARCHIVE, unpack } from "../python";
import { serve } from "../serving";

const BUILT = fileURLToPath(new URL("../../../src/eckstein_browser/web/worker", import.meta.url));

/** In place of engines: the first legal move, and three depths of analysis. */
const FAKE = `
from eckstein.engine.messages import Analysis, Played
from eckstein.board.score import Score

class FakeEngine:
    def __init__(self, settings):
        self.settings = settings

    async def set_option(self, name, value):
        self.settings[name] = value

    async def play(self, board, limits):
        return Played(board.parse(board.legal_texts()[0]), None)

    async def stream(self, board, limits, lines=1):
        move = board.parse(board.legal_texts()[0])
        for depth in (1, 2, 3):
            yield Analysis(depth, depth, 1, Score(10), depth, 0, 0, 0.0, (move,))
        yield Played(move, None)

    async def close(self):
        pass

async def launch(game, options, settings):
    return FakeEngine(settings)

launch
`;

export async function newPython(): Promise<PyodideAPI> {
  const python = await loadPyodide({ indexURL: `${BUILT}/pyodide` });
  unpack(python, new Uint8Array(readFileSync(`${BUILT}/${ARCHIVE}`)).buffer);
  return python;
}

type Of<K extends FromHouse["k"]> = Extract<FromHouse, { k: K }>;

/** A page and its server. */
export class Visit {
  readonly said: FromHouse[] = [];
  private waiting: (() => void)[] = [];
  private hear!: (message: FromPage) => void;
  private number = 0;
  private left = Infinity;
  private die!: () => void;
  /** Comes after the last message of a worker that dies. */
  readonly death = new Promise<void>((die) => { this.die = die; });

  static async begin(python: PyodideAPI, factory: IDBFactory | undefined): Promise<Visit> {
    const visit = new Visit(), database = await Database.open(factory);
    const write = database.write.bind(database);
    database.write = (batch) => visit.left > 0 ? write(batch) : new Promise(() => {});
    visit.hear = await serve(python, database, python.runPython(FAKE), (message) => visit.hears(message));
    return visit;
  }

  private hears(message: FromHouse): void {
    if (this.left <= 0) return;                 // nobody is there any more
    this.said.push(message);
    this.waiting.splice(0).forEach((go) => go());
    this.left -= 1;
    if (this.left <= 0) this.die();
  }

  /** Die when so many more messages have been sent: nothing is said or written from then on. */
  dieAfter(messages: number): void {
    this.left = messages;
  }

  /** What the server says of a kind that fits, now or later. */
  async heard<K extends FromHouse["k"]>(k: K, fits: (message: Of<K>) => boolean): Promise<Of<K>> {
    for (;;) {
      const found = this.said.find((message) => message.k === k && fits(message as Of<K>));
      if (found !== undefined) {
        this.said.splice(this.said.indexOf(found), 1);
        return found as Of<K>;
      }
      await new Promise<void>((go) => this.waiting.push(go));
    }
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const n = ++this.number;
    const type: Record<string, string> = body === undefined ? {}
      : { "Content-Type": "application/json" };
    this.hear({ k: "fetch", n, method, path, headers: { ...type, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body) });
    const answer = await this.heard("answer", (message) => message.n === n);
    const text = new TextDecoder().decode(answer.body);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text,
      json: () => JSON.parse(text) };
  }

  open(s: number): Promise<FromHouse> {
    this.hear({ k: "open", s });
    return this.heard("opened", (message) => message.s === s);
  }

  say(s: number, message: object): void {
    this.hear({ k: "send", s, text: JSON.stringify(message) });
  }

  close(s: number): Promise<FromHouse> {
    this.hear({ k: "close", s });
    return this.heard("closed", (message) => message.s === s);
  }

  /** The first message of a socket that has these fields. */
  async told(s: number, fields: Record<string, unknown>): Promise<any> {
    const text = await this.heard("text", (message) => message.s === s && Object.entries(fields).every(
        ([name, value]) => JSON.parse(message.text)[name] === value));
    return JSON.parse(text.text);
  }
}
