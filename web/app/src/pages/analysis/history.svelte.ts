// What was done to a study, so that it can be undone and done again.

/** A change, with what undoes it, and where to look before and after it. */
export interface Edit<Place> {
  redo(): void;
  undo(): void;
  before: Place;
  after: Place;
  /** Edits with the same name, one after the other, are undone together: what is typed into one field. */
  name?: string;
}

const MOST = 500;

export class History<Place> {
  #done: Edit<Place>[] = $state.raw([]);
  #undone: Edit<Place>[] = $state.raw([]);

  get canUndo(): boolean { return this.#done.length > 0; }
  get canRedo(): boolean { return this.#undone.length > 0; }

  /** Note what has just been done. */
  did(edit: Edit<Place>): void {
    const last = this.#done.at(-1);
    const together = edit.name !== undefined && last?.name === edit.name && !this.#undone.length;
    this.#done = together ? [...this.#done.slice(0, -1), { ...edit, undo: last.undo, before: last.before }]
      : [...this.#done, edit].slice(-MOST);
    this.#undone = [];
  }

  /** Undo the last change; gives where to look. */
  undo(): Place | null {
    const edit = this.#done.at(-1);
    if (!edit) return null;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, edit];
    edit.undo();
    return edit.before;
  }

  redo(): Place | null {
    const edit = this.#undone.at(-1);
    if (!edit) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, edit];
    edit.redo();
    return edit.after;
  }

  clear(): void {
    this.#done = this.#undone = [];
  }
}
