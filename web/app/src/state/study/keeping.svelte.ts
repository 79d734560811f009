// A study that is kept in this browser, while it is open: what is written in it goes to disk, and what other
// tabs write comes from there.
import { analysis, hearOfAnalyses, keepAnalysis, versionOf, type Kept } from "./shelf";
import { contentOf, packedOf, type Content, type PackedStudy } from "./chapters.svelte";
import { merged, same, type Clash } from "./merge";
import type { Remembered, Study } from "./study.svelte";

/** What is told of what became of a study. */
export interface Told {
  /** The browser has no room for it. */
  full(): void;
  /** Another tab has deleted it, so that it is only in this tab. */
  gone(): void;
}

export class Keeping {
  /** What this tab and another one have written in the same place. */
  clashes: Clash[] = $state.raw([]);
  /** The version on disk from which our study was made. */
  #base: Kept | null = $state.raw(null);
  #turn: Promise<unknown> = Promise.resolve();

  /** @param titleOf what a study is called in a list */
  constructor(readonly study: Study, readonly titleOf: (content: Content) => string, readonly told: Told) {}

  /** Hear what other tabs write; gives what ends that. */
  listen(): () => void {
    return hearOfAnalyses((id) => { if (id === this.study.id) void this.#inTurn(() => this.#look(id)); });
  }

  /** A study of the library, to be opened; undefined if there is none. */
  async fetch(id: string): Promise<PackedStudy | undefined> {
    const kept = await analysis(id).catch(() => undefined);
    if (!kept) return undefined;
    this.#base = kept;
    return { ...kept.opening, id, ...(kept.shared && { shared: kept.shared }) };
  }

  /** What becomes of a study from before a reload, while other tabs may have written to it. */
  async resume(before: Remembered): Promise<PackedStudy> {
    const { id, version, unsaved, ...opening } = before, shared = opening.shared && { shared: opening.shared };
    if (!id) return opening;
    const kept = await analysis(id).catch(() => null);
    if (kept === null) return { ...opening, id };
    this.#base = kept ?? null;
    if (!kept) {
      if (version === undefined) return { ...opening, id };
      this.told.gone();
      return opening;
    }
    if (versionOf(kept) === version) return { ...opening, id };
    if (!unsaved) return { ...kept.opening, ...(opening.at && { at: opening.at }), id, ...shared };
    const { content, clashes } = merged(null, contentOf(opening), contentOf(kept.opening));
    this.clashes = clashes;
    return { ...packedOf(content), id, ...shared };
  }

  /** The study for a reload of this tab. */
  remembered(): Remembered {
    const { study } = this, base = this.#baseOf(study.id);
    if (!study.id) return study.packed();
    return { ...study.packed(), ...(base && { version: versionOf(base) }), unsaved: !base || !same(contentOf(base.opening), study.content()) };
  }

  /** Bring to disk what is new in the study, if it is one that is kept. */
  save(): Promise<void> {
    return this.#inTurn(() => this.#save());
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => {});
    return done;
  }

  #baseOf(id: string | null): Kept | null {
    return this.#base?.id === id ? this.#base : null;
  }

  async #save(): Promise<void> {
    const { study } = this, { id } = study, base = this.#baseOf(id), ours = study.content();
    if (!id || base && same(contentOf(base.opening), ours) && base.shared?.study === study.shared?.study) return;
    const fresh: Kept = { id, title: this.titleOf(ours), opening: packedOf(ours), touched: Date.now(), ...(study.shared && { shared: study.shared }) };
    try {
      const written = await keepAnalysis(fresh, base);
      if (study.id !== id) return;
      if (!written) return this.#gone();
      await this.#take(written.kept, ours, written.clashes);
    } catch {
      this.told.full();
    }
  }

  /** Another tab has written or deleted the study. */
  async #look(id: string): Promise<void> {
    const base = this.#baseOf(id), kept = await analysis(id);
    if (this.study.id !== id || !base) return;
    if (!kept) return this.#gone();
    if (versionOf(kept) !== versionOf(base)) await this.#take(kept, contentOf(base.opening), []);
  }

  /** Go on from what is on disk, with what has been written here since it was as `ours`. */
  async #take(kept: Kept, ours: Content, clashes: Clash[]): Promise<void> {
    const now = this.study.content(), { content, clashes: more } = merged(ours, now, contentOf(kept.opening));
    this.#base = kept;
    this.study.shared ??= kept.shared ?? null;
    if (clashes.length || more.length) this.clashes = [...this.clashes, ...clashes, ...more];
    if (!same(content, now)) await this.study.take(content);
  }

  #gone(): void {
    this.#base = null;
    this.study.id = this.study.shared = null;
    this.told.gone();
  }
}
