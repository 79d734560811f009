// A study that several people write: what is written here goes to the server, and what others write comes from
// there, chapter by chapter. Whoever was slower with a chapter merges both and writes again.
import type { SharedStudy, StudyChapter, StudyNews, WriteStudy } from "../../../../wire/types";
import { beginStudy, hearOfStudy, readStudy, writeStudy } from "../../net/shared-studies";
import { Refusal } from "../../net/messages";
import { newId } from "../../net/outbox";
import { Chapter, packedOf, type Content, type Opening, type PackedStudy } from "./chapters.svelte";
import { merged, same, type Clash } from "./merge";
import { analyses } from "./shelf";
import type { Study } from "./study.svelte";
import { listed, pack, unlisted, type Told as Node } from "./tree.svelte";

/** Milliseconds after a change until it is written, so that what is typed is written together; and until what could
 * not be written is tried again. */
const SOON = 500, AGAIN = 3000;
/** Others may be quicker so often. */
const TRIES = 8;

export interface Told {
  /** Others and we have written in the same place. */
  clashes(clashes: readonly Clash[]): void;
  /** What we have written cannot be taken. */
  refused(refusal: Refusal): void;
}

export class Together {
  /** Who has the study open at the server, we included. */
  people: readonly string[] = $state.raw([]);
  /** Whether something is not at the server yet, since that does not answer. */
  waiting = $state(false);
  #turn: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was refused is not sent again as long as it is the same. */
  #refused: Content | null = null;

  constructor(readonly study: Study, readonly told: Told) {}

  /** Share the study from now on. */
  async begin(): Promise<void> {
    const content = this.study.content();
    const { study, key, version } = await beginStudy({ name: content.name, chapters: content.chapters.map(wireOf) });
    this.study.keep();
    this.study.shared = { study, key, version, content };
  }

  /** A shared study, to be opened; one that this browser has already goes on with what was written here. */
  async fetch(study: string, key: string): Promise<PackedStudy> {
    const there = await readStudy(study), content = contentIn(there, null);
    const kept = (await analyses().catch(() => [])).find(({ shared }) => shared?.study === study);
    if (kept) return { ...kept.opening, id: kept.id, shared: { ...kept.shared!, ...(key && { key }) } };
    return { ...packedOf(content), id: newId(), shared: { study, key, version: there.version, content } };
  }

  /** Hear what others write; gives what ends that. Whoever does not look at the page hears of it when he does. */
  listen(study: string): () => void {
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

  #hear(study: string, { version, people }: StudyNews): void {
    const { shared } = this.study;
    if (shared?.study !== study) return;
    this.people = people;
    if (version > shared.version) void this.#inTurn(() => this.#look());
    if (this.waiting) void this.now();
  }

  /** Write what is new, in a moment. */
  save(): void {
    this.#timer ??= setTimeout(() => void this.now(), SOON);
  }

  /** Write what is new. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#inTurn(() => this.#write());
  }

  async #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act).then(() => { this.waiting = false; }, (error: unknown) => {
      if (error instanceof Refusal && !["busy", "too-fast", "stale"].includes(error.code)) {
        this.#refused = this.study.content();
        return this.told.refused(error);
      }
      this.waiting = true;
      this.#timer ??= setTimeout(() => void this.now(), AGAIN);
    });
    this.#turn = done;
    return done;
  }

  async #write(): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { shared } = this.study, now = this.study.content();
      if (!shared?.key || same(now, shared.content) || same(now, this.#refused)) return;
      try {
        const { version } = await writeStudy(shared.study, { key: shared.key, version: shared.version, ...changes(shared.content, now) });
        if (this.study.shared?.study !== shared.study) return;
        if (version === shared.version + 1) this.study.shared = { ...shared, version, content: now };
        else await this.#look();        // others have written between
        return;
      } catch (error) {
        if (!(error instanceof Refusal && error.code === "stale")) throw error;
        await this.#look();
      }
    }
    throw new Refusal("stale", "");
  }

  /** Take in the last version. */
  async #look(): Promise<void> {
    const { shared } = this.study;
    if (!shared) return;
    const there = await readStudy(shared.study, { since: shared.version }), theirs = contentIn(there, shared.content);
    if (this.study.shared?.study !== shared.study) return;
    const now = this.study.content(), { content, clashes } = merged(shared.content, now, theirs);
    this.study.shared = { ...shared, version: there.version, content: theirs };
    if (clashes.length) this.told.clashes(clashes);
    if (!same(content, now)) await this.study.take(content);
    if (!same(content, theirs)) this.save();
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
