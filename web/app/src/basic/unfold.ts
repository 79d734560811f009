// A part of a page that unfolds by itself where there is a reason, and folds only when its user wants that.
import type { Action } from "svelte/action";

export const unfold: Action<HTMLDetailsElement, boolean> = (details, now) => {
  let before = details.open = now;
  return {
    update: (wanted) => {
      if (wanted && !before) details.open = true;
      before = wanted;
    },
  };
};
