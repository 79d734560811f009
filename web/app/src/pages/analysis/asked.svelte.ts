// What is known of the position of a study, asked for where somebody stays.
import type { PositionRef } from "../../../../wire/types";
import type { Study } from "./study.svelte";

/** Who walks through a game asks only where he stays. */
const PAUSE = 150;

/** An answer about the position that is shown; to be made while a component is. */
export class Asked<Answer> {
  /** What was found last; null if nothing was, or the game is over. */
  found: Answer | null = $state.raw(null);
  /** Whether that is about the position on the board, and not about the one before. */
  fresh = $state(false);

  constructor(study: () => Pick<Study, "view" | "place">, ask: (of: PositionRef) => Promise<Answer>) {
    $effect(() => {
      const { view } = study();
      this.fresh = false;
      if (!view || view.outcome) { this.found = null; return; }
      const of = study().place();
      let gone = false;
      const timer = setTimeout(() => void ask(of).catch(() => null).then((found) => {
        if (gone) return;
        this.found = found;
        this.fresh = true;
      }), PAUSE);
      return () => { gone = true; clearTimeout(timer); };
    });
  }
}
