// A study while it is open: what is written in it goes to this browser's disk and, where several people write it, to
// the server. What other tabs and other people have written comes from there, and is made one with ours.
import type { SharedStudy, StudyChapter, StudyNews, WriteStudy } from "../../../../wire/types";
import { Refusal } from "../../net/messages";
import { newId } from "../../net/outbox";
import { Chapter, contentOf, packedOf, type Content, type Opening, type PackedStudy } from "../../study/chapters.svelte";
import { merged, same, type Clash } from "../../study/merge";
import { analyses, analysis, hearOfAnalyses, keepAnalysis, versionOf, type Kept, type Remembered } from "../../study/shelf";
import type { Study } from "./study.svelte";
import { listed, pack, unlisted, type Told as Node } from "../../study/tree.svelte";
import { beginStudy, hearOfStudy, readStudy, writeStudy } from "./shared-studies";

/** Milliseconds after a change until the server gets it, so that what is typed is written together; and until what
 * could not be written is tried again. */
const SOON = 500, AGAIN = 3000;
/** Others may be quicker so often. */
const TRIES = 8;

/** What is told of what became of a study. */
export interface Told {
  /** The browser has no room for it. */
  full(): void;
  /** Another tab has deleted it, so that it is only in this tab. */
  gone(): void;
  /** Another tab, or other people, and we have written in the same place. */
  clashes(clashes: readonly Clash[], whose: "tab" | "people"): void;
  /** The server does not take what we have written. */
  refused(refusal: Refusal): void;
}

export class Keeper {
  /** Who has the study open at the server, we included. */
  people: readonly string[] = $state.raw([]);
  /** Whether something is not at the server yet, since that does not answer. */
  waiting = $state(false);
  /** The version on disk from which our study was made. */
  #base: Kept | null = $state.raw(null);
  /** What goes on at the disk, and at the server, each thing after the one before. */
  #disk: Promise<unknown> = Promise.resolve();
  #server: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was refused is not sent again as long as it is the same. */
  #refused: Content | null = null;

  /** @param titleOf what a study is called in a list */
  constructor(readonly study: Study, readonly titleOf: (content: Content) => string, readonly told: Told) {}

  /** A study of the library, to be opened; undefined if there is none. */
  async fetch(id: string): Promise<PackedStudy | undefined> {
    const kept = await analysis(id).catch(() => undefined);
    if (!kept) return undefined;
    this.#base = kept;
    return { ...kept.opening, id, ...(kept.shared && { shared: kept.shared }) };
  }

  /** A study that several people write; one that this browser has already goes on with what was written here. */
  async fetchShared(study: string, key: string): Promise<PackedStudy> {
    const there = await readStudy(study), content = contentIn(there, null);
    const kept = (await analyses().catch(() => [])).find(({ shared }) => shared?.study === study);
    if (kept) return { ...kept.opening, id: kept.id, shared: { ...kept.shared!, ...(key && { key }) } };
    return { ...packedOf(content), id: newId(), shared: { study, key, version: there.version, content } };
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
    if (clashes.length) this.told.clashes(clashes, "tab");
    return { ...packedOf(content), id, ...shared };
  }

  /** The study for a reload of this tab. */
  remembered(): Remembered {
    const { study } = this, base = this.#baseOf(study.id);
    if (!study.id) return study.packed();
    return { ...study.packed(), ...(base && { version: versionOf(base) }), unsaved: !base || !same(contentOf(base.opening), study.content()) };
  }

  /** The address of where we are; of a study that is kept, one that opens it as a whole. */
  addressOf(place: string): string {
    const { id, chapters, chapter } = this.study, at = chapters.indexOf(chapter);
    return id ? `${place}&${new URLSearchParams({ kept: id, ...(at > 0 && { chapter: String(at + 1) }) })}` : place;
  }

  /** Hear what other tabs write; gives what ends that. */
  listen(): () => void {
    return hearOfAnalyses((id) => { if (id === this.study.id) void this.#atDisk(() => this.#lookAtDisk(id)); });
  }

  /** Hear what other people write; gives what ends that. Whoever does not look at the page hears of it when he does. */
  follow(study: string): () => void {
    let stop: (() => void) | null = null;
    const look = () => {
      if (document.hidden) stop = (stop?.(), null);
      else stop ??= hearOfStudy(study, (news) => this.#hear(study, news));
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop?.();
      this.people = [];
    };
  }

  /** Other people write it, too, from now on. */
  async share(): Promise<void> {
    const content = this.study.content();
    const { study, key, version } = await beginStudy({ name: content.name, chapters: content.chapters.map(wireOf) });
    this.study.keep();
    this.study.shared = { study, key, version, content };
  }

  /** Bring to disk what is new in a study that is kept; and to the server in a moment, if it is shared. */
  save(): Promise<void> {
    if (this.study.shared) this.#later(SOON);
    return this.#atDisk(() => this.#write());
  }

  /** Bring to the server what is new. */
  async send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#atServer(() => this.#send());
  }

  #later(wait: number): void {
    this.#timer ??= setTimeout(() => void this.send(), wait);
  }

  #atDisk(act: () => Promise<void>): Promise<void> {
    const done = this.#disk.then(act);
    this.#disk = done.catch(() => {});
    return done;
  }

  #atServer(act: () => Promise<void>): Promise<void> {
    const done = this.#server.then(act).then(() => { this.waiting = false; }, (error: unknown) => {
      if (error instanceof Refusal && !["busy", "too-fast", "stale"].includes(error.code)) {
        this.#refused = this.study.content();
        return this.told.refused(error);
      }
      this.waiting = true;
      this.#later(AGAIN);
    });
    this.#server = done;
    return done;
  }

  #baseOf(id: string | null): Kept | null {
    return this.#base?.id === id ? this.#base : null;
  }

  async #write(): Promise<void> {
    const { study } = this, { id } = study, base = this.#baseOf(id), ours = study.content();
    if (!id || base && same(contentOf(base.opening), ours) && base.shared?.study === study.shared?.study) return;
    const fresh: Kept = { id, title: this.titleOf(ours), opening: packedOf(ours), touched: Date.now(), ...(study.shared && { shared: study.shared }) };
    try {
      const written = await keepAnalysis(fresh, base);
      if (study.id !== id) return;
      if (!written) return this.#gone();
      if (written.clashes.length) this.told.clashes(written.clashes, "tab");
      await this.#takeKept(written.kept, ours);
    } catch {
      this.told.full();
    }
  }

  /** Another tab has written or deleted the study. */
  async #lookAtDisk(id: string): Promise<void> {
    const base = this.#baseOf(id), kept = await analysis(id);
    if (this.study.id !== id || !base) return;
    if (!kept) return this.#gone();
    if (versionOf(kept) !== versionOf(base)) await this.#takeKept(kept, contentOf(base.opening));
  }

  async #takeKept(kept: Kept, ours: Content): Promise<void> {
    this.#base = kept;
    this.study.shared ??= kept.shared ?? null;
    await this.#take(ours, contentOf(kept.opening), "tab");
  }

  #gone(): void {
    this.#base = null;
    this.study.id = this.study.shared = null;
    this.told.gone();
  }

  #hear(study: string, { version, people }: StudyNews): void {
    const { shared } = this.study;
    if (shared?.study !== study) return;
    this.people = people;
    if (version > shared.version) void this.#atServer(() => this.#lookAtServer());
    if (this.waiting) void this.send();
  }

  async #send(): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { shared } = this.study, now = this.study.content();
      if (!shared?.key || same(now, shared.content) || same(now, this.#refused)) return;
      try {
        const { version } = await writeStudy(shared.study, { key: shared.key, version: shared.version, ...changes(shared.content, now) });
        if (this.study.shared?.study !== shared.study) return;
        if (version === shared.version + 1) this.study.shared = { ...shared, version, content: now };
        else await this.#lookAtServer();        // others have written between
        return;
      } catch (error) {
        if (!(error instanceof Refusal && error.code === "stale")) throw error;
        await this.#lookAtServer();
      }
    }
    throw new Refusal("stale", "");
  }

  /** Other people have written the study. */
  async #lookAtServer(): Promise<void> {
    const { shared } = this.study;
    if (!shared) return;
    const there = await readStudy(shared.study, { since: shared.version }), theirs = contentIn(there, shared.content);
    if (this.study.shared?.study !== shared.study) return;
    this.study.shared = { ...shared, version: there.version, content: theirs };
    if (!same(await this.#take(shared.content, theirs, "people"), theirs)) this.#later(SOON);
  }

  /** Go on from what others have made of what was `before`, with what has been written here since; gives both as one. */
  async #take(before: Content, theirs: Content, whose: "tab" | "people"): Promise<Content> {
    const now = this.study.content(), { content, clashes } = merged(before, now, theirs);
    if (clashes.length) this.told.clashes(clashes, whose);
    if (!same(content, now)) await this.study.take(content);
    return content;
  }
}

/** A chapter as the server keeps it. */
export function wireOf(opening: Opening): StudyChapter {
  const { key, game, options, start, title, tags, root } = new Chapter(opening);
  return { key, game, options, title, tags, nodes: listed(root), ...(start && { position: start }) };
}

/** The same as we keep it. */
function openingIn({ nodes, position, version: _version, ...chapter }: StudyChapter): Opening {
  const root = unlisted((nodes ?? []) as Node[]);
  return new Chapter({ ...chapter, ...(position && { position }), notes: root.notes, tree: pack(root) }).packed();
}

/** What the server says, all of it or what has changed since it said something else. */
export function contentIn({ name, order, chapters }: SharedStudy, before: Content | null): Content {
  const known = new Map([...before?.chapters ?? [], ...chapters.map(openingIn)].map((chapter) => [chapter.key!, chapter]));
  return { name, chapters: order.map((key) => known.get(key)!) };
}

/** What has changed in a study, for the server. */
export function changes(before: Content, now: Content): Pick<WriteStudy, "chapters" | "name" | "order"> {
  const known = new Map(before.chapters.map((chapter) => [chapter.key, chapter]));
  const keys = ({ chapters }: Content) => chapters.map(({ key }) => key!);
  return {
    chapters: now.chapters.filter((chapter) => !same(chapter, known.get(chapter.key))).map(wireOf),
    ...(now.name !== before.name && { name: now.name }), ...(!same(keys(before), keys(now)) && { order: keys(now) }),
  };
}

/** An earlier version, as a study of its own. */
export async function earlierStudy(study: string, version: number): Promise<PackedStudy> {
  return packedOf(contentIn(await readStudy(study, { version }), null));
}
