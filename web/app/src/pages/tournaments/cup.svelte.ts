// A tournament as the server tells it, read anew soon after something has happened in it.
import { untrack } from "svelte";
import type { ClientMessage, TournamentOrder, TournamentPlayer } from "../../../../wire/types";
import type { Connection, LobbyHeard, Visitor } from "../../net/connection";
import { orderIn, tournament, type Told } from "./requests";
import { calls } from "../../people/calls.svelte";

/** Between two readings, in milliseconds; some more by chance, so that not all come at once. */
const GAP = 700;

export class Cup implements Visitor {
  told: Told | null = $state.raw(null);
  wrong: unknown = $state.raw(null);
  #due: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  /**
   * @param line where it is heard of
   * @param id of the tournament
   * @param key what gives the rights of the organiser; empty for others
   */
  constructor(readonly line: Connection, readonly id: string, readonly key: string) {}

  /** Hear of it from now on; the function that is returned ends it. */
  enter(): () => void {
    const leave = this.line.visit(this);
    void untrack(() => this.load());        // or whoever enters in an effect would do so after each reading
    return () => {
      leave();
      clearTimeout(this.#due);
      if (!calls.has(this.id)) this.line.say({ t: "unfollow", tournament: this.id });
    };
  }

  again(): ClientMessage[] {
    return [{ t: "follow", tournament: this.id }];
  }

  refused(): boolean {
    return false;
  }

  hear(message: LobbyHeard): void {
    if (message.t !== "tournament" || message.tournament !== this.id) return;
    if (message.seq <= (this.told?.tournament.seq ?? 0) || this.#due !== undefined) return;
    const wait = Math.max(0, this.#last + GAP + GAP * Math.random() - Date.now());
    this.#due = setTimeout(() => { this.#due = undefined; void this.load(); }, wait);
  }

  async load(): Promise<void> {
    this.#last = Date.now();
    const rounds = this.told?.tournament.paired ?? [];
    const open = rounds.findIndex((round) => round.games.some((game) => game.outcome === null));
    const known = open < 0 ? rounds : rounds.slice(0, open);
    try {
      const told = await tournament(this.id, this.key, known.length, this.told?.tournament.seq ?? 0);
      const { left_out, paired } = told.tournament;
      this.#become({ ...told, tournament: { ...told.tournament, paired: [...known.slice(0, left_out ?? 0), ...paired] } });
      this.wrong = null;
    } catch (error) {
      this.wrong = error;
    }
  }

  /** Order something; rejects with why it was refused. */
  async order(order: Omit<TournamentOrder, "key">): Promise<void> {
    this.#become(await orderIn(this.id, { ...order, ...this.key && { key: this.key } }));
  }

  player(number: number): TournamentPlayer | undefined {
    return this.told?.tournament.players[number - 1];
  }

  #become(told: Told): void {
    if (told.tournament.seq < (this.told?.tournament.seq ?? 0)) return;
    this.told = told;
    const { you, tournament: { phase } } = told;
    if (you.player && phase !== "ended") calls.enter(this.id);
    else calls.leave(this.id);
  }
}
