// Views of games on the server that the worker in this browser makes, so that the server need not. The
// same Python makes both, but not always in the same version.
import type { PositionRef, View } from "../../../wire/types";
import { pause } from "../browser/pause";
import { look } from "./api";
import type { Place } from "./place";

/** Milliseconds after which a view is late, and the server would have been quicker. */
export const LATE = 250;

export class Views {
  /** Whether the worker has failed once: then it makes no more views as long as the page lives. */
  over = false;
  /** Told when views may be made here from now on, or no longer. */
  readonly followers = new Set<() => void>();
  /** The view that was asked for ahead. */
  #ahead: { of: string; view: Promise<View | null> } | null = null;

  /**
   * @param worker who makes them
   * @param ready whether it is loaded and answers
   */
  constructor(readonly worker: Pick<Place, "ask">, readonly ready: () => boolean) {}

  /** Whether views are made here. */
  get made(): boolean {
    return !this.over && this.ready();
  }

  /** Whether the worker makes the same view as the server of a position. */
  async agrees(of: PositionRef, view: View): Promise<boolean> {
    return JSON.stringify(await this.#look(of)) === JSON.stringify(view);
  }

  /** The view of a position; null if none is made any more. */
  async make(of: PositionRef): Promise<View | null> {
    const asked = this.#ahead?.of === JSON.stringify(of) ? this.#ahead.view : this.#look(of);
    const view = this.made && await Promise.race([asked, pause(LATE)]);
    if (view) return view;
    this.over = true;
    this.changed();
    return null;
  }

  /** A view will soon be wanted, if the position is allowed: let the worker have it ready. */
  foresee(of: PositionRef): void {
    this.#ahead = { of: JSON.stringify(of), view: this.#look(of) };
  }

  /** The worker has come or gone. */
  changed(): void {
    for (const told of this.followers) told();
  }

  #look(of: PositionRef): Promise<View | null> {
    return look(this.worker, of).catch(() => null);
  }
}
