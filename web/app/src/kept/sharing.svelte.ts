// The devices of an account keep their settings, lessons, puzzles, tasks of own mistakes, analyses and lists of
// games together: the server holds one text for all of them, with a version. Each device merges it with what it
// has when it begins and when something has changed, and writes what comes of it as the next version.
import { untrack } from "svelte";
import type { Document } from "../../../wire/types";
import { forget, recall, remember } from "../browser/storage";
import { change, chosen, settings } from "../browser/settings.svelte";
import { shareDocument, sharedDocument } from "../net/people";
import { Refusal } from "../net/messages";
import { a, loadPeople } from "../words/people.svelte";
import { learned, solved, solvedDays } from "./done.svelte";
import { deck } from "./deck.svelte";
import { path } from "./path.svelte";
import { trained } from "./trained.svelte";
import { toasts } from "../places/toasts.svelte";
import { hearOfAllAnalyses, keepAnalysis } from "../study/shelf";
import { readBundle, type Bundle } from "./bundle";
import { addAll, gathered } from "./everything";
import { library } from "./library.svelte";
import { alike, packed, settingsElsewhere, together, union, type Before } from "./union";

/** Milliseconds after a change, and between two times at least. */
const SOON = 2000, OFTEN = 30_000;
/** Other devices may write at the same time so often. */
const TRIES = 5;
const NAME = "shared";
const NONE = { stored: { games: [], events: [] } };

interface Remembered extends Before { account: string }

/** Share from now on, as an account; gives what ends that. */
export function share(account: string): () => void {
  const sharing = current = new Sharing(account);
  return () => sharing.end();
}

let current: Sharing | null = null;

/** Share what has changed, and no more from now on. */
export async function leave(): Promise<void> {
  await current?.now();
  current?.end();
}

export class Sharing {
  #document: Document | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #last = 0;
  #ended = false;
  /** It was said that there is no room for all analyses. */
  #said = false;
  #stop: (() => void)[] = [];

  constructor(readonly account: string) {
    void this.now();
    this.#stop.push($effect.root(() => {
      let first = true;
      $effect(() => {
        void [library.games, learned.steps, path.all, trained.all, deck.all, solved.all, solvedDays.all, JSON.stringify(settings)];
        if (!first) untrack(() => this.#soon());
        first = false;
      });
    }), hearOfAllAnalyses(() => this.#soon()));
    const leave = () => { if (this.#timer !== undefined) void this.now(); };
    const hide = () => { if (document.hidden) leave(); };
    document.addEventListener("visibilitychange", hide);
    addEventListener("pagehide", leave);
    this.#stop.push(() => {
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("pagehide", leave);
    });
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const stop of this.#stop) stop();
  }

  /** Share now; a change that comes meanwhile is shared later. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = Date.now();
    this.#running ??= this.#share().catch((error: unknown) => {
      // Whoever is signed out shares nothing; what else went wrong may go right later.
      if (error instanceof Refusal && error.why === "signed-out") this.end();
      else this.#soon();
    }).finally(() => { this.#running = null; });
    return this.#running;
  }

  #soon(): void {
    if (this.#ended || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.now(), Math.max(SOON, this.#last + OFTEN - Date.now()));
  }

  async #share(): Promise<void> {
    for (let tries = 0; tries < TRIES && !this.#ended; tries++) {
      const fresh = this.#document === null;
      const there = this.#document ??= await sharedDocument();
      const shared = there.text ? readBundle(there.text) : null;
      if (there.text && !shared) return;          // a later version of this page has written it
      if (fresh && shared) await this.#adopt(shared);
      const { text, left } = packed(union(shared, await gathered(NONE.stored), this.#before()));
      if (left) await this.#tell();
      const bundle = readBundle(text)!;
      if (this.#ended) return;
      if (!shared || !alike({ ...bundle, saved: "" }, { ...shared, saved: "" })) {
        try {
          this.#document = await shareDocument({ version: there.version + 1, text });
        } catch (error) {
          if (!(error instanceof Refusal && error.code === "stale")) throw error;
          this.#document = null;
          continue;
        }
      }
      this.#remember(bundle);
      return;
    }
  }

  /** Add here what other devices have shared. */
  async #adopt(shared: Bundle): Promise<void> {
    const before = this.#before();
    await addAll({ ...shared, ...NONE, known: shared.known.filter(({ id }) => !library.forgot(id)),
      analyses: shared.analyses.filter(({ id }) => !library.forgot(id)) });
    for (const game of shared.known) if (library.game(game.id)) library.add(game);
    for (const theirs of shared.analyses) {
      const ours = library.analyses.find(({ id }) => id === theirs.id);
      const one = ours && together(ours, theirs, before?.shared.analyses.find(({ id }) => id === theirs.id));
      if (one) await keepAnalysis(one, ours);
    }
    await library.load();
    if (before) change(settingsElsewhere(shared.settings, chosen(), before));
  }

  #before(): Before | null {
    const known = recall<Remembered | null>(NAME, null);
    return known?.account === this.account ? known : null;
  }

  #remember(shared: Bundle): void {
    const known: Remembered = { account: this.account, shared, settings: chosen() };
    // Without it, both versions of what two devices have changed are kept.
    if (!remember(NAME, known)) forget(NAME);
  }

  async #tell(): Promise<void> {
    if (this.#said) return;
    this.#said = true;
    await loadPeople(settings.language);
    toasts.tell(a().shared.full);
  }
}
