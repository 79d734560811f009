// What several tabs remember together: each change is made to what is there now, and other tabs hear of it.
import { forget, keyOf, parsed, recall, remember } from "./storage";

/** Hear what other tabs remember. */
function listen(heard: (key: string, text: string | null) => void): void {
  window.addEventListener("storage", ({ key, newValue }) => { if (key) heard(key, newValue); });
}

/** A value under one name. */
export class Stored<T> {
  #value: T;
  /** Whether the browser has taken it. */
  #taken = true;

  /**
   * @param name under which it is remembered
   * @param otherwise what it is as long as nothing is remembered
   * @param onchange hears each other value
   */
  constructor(readonly name: string, readonly otherwise: T, readonly onchange: (value: T) => void) {
    this.#value = recall(name, otherwise);
    listen((key, text) => { if (key === keyOf(name)) this.#become(parsed(text, otherwise)); });
  }

  get value(): T {
    return this.#value;
  }

  /** Change it as it is now, also if another tab has written since; tells whether that is remembered. */
  change(how: (now: T) => T): boolean {
    const fresh = how(this.#taken ? recall(this.name, this.#value) : this.#value);
    this.#taken = remember(this.name, fresh);
    this.#become(fresh);
    return this.#taken;
  }

  #become(value: T): void {
    this.#value = value;
    this.onchange(value);
  }
}

/** Things of a kind, each under a key of its own, so that no tab writes over what another one has written. */
export class StoredThings<T> {
  #all: Readonly<Record<string, T>> = {};

  /**
   * @param name of the kind; null if nothing need outlive the page
   * @param former reads what was remembered under the name alone, when all were one list: things by their ids
   * @param onchange hears when one has changed
   */
  constructor(readonly name: string | null, readonly former: (list: unknown) => Record<string, T>,
              readonly onchange: () => void = () => {}) {
    if (name === null) return;
    this.#adopt();
    const prefix = this.#key("");
    for (const key of stored())
      if (key.startsWith(prefix)) this.#put(key.slice(prefix.length), recall<T | undefined>(this.#name(key.slice(prefix.length)), undefined));
    listen((key, text) => {
      if (key === keyOf(name) && text !== null) this.#adopt();
      else if (key.startsWith(prefix)) this.#put(key.slice(prefix.length), parsed<T | undefined>(text, undefined));
      else return;
      this.onchange();
    });
  }

  get all(): Readonly<Record<string, T>> {
    return this.#all;
  }

  /** Change one as it is now, or forget it. */
  change(id: string, how: (now: T | undefined) => T | undefined): void {
    const fresh = how(this.name === null ? this.#all[id] : recall<T | undefined>(this.#name(id), this.#all[id]));
    this.#put(id, fresh);
    if (this.name !== null) {
      if (fresh === undefined) forget(this.#name(id));
      else remember(this.#name(id), fresh);
    }
    this.onchange();
  }

  #name(id: string): string {
    return `${this.name}/${id}`;
  }

  #key(id: string): string {
    return keyOf(this.#name(id));
  }

  #put(id: string, thing: T | undefined): void {
    const { [id]: _before, ...others } = this.#all;
    this.#all = thing === undefined ? others : { ...others, [id]: thing };
  }

  /** Give each thing of the list that was kept formerly, also by an older page in another tab, its own key. */
  #adopt(): void {
    const list = recall<unknown>(this.name!, null);
    if (list === null) return;
    let all = true;
    for (const [id, thing] of Object.entries(this.former(list))) {
      const known = recall<T | undefined>(this.#name(id), undefined);
      if (known === undefined) all = remember(this.#name(id), thing) && all;
      this.#put(id, known ?? thing);
    }
    if (all) forget(this.name!);
  }
}

function stored(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
