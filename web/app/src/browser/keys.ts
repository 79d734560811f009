// Keys that work anywhere on a page with a board.

export interface Keys {
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  flip(): void;
}

const TYPING = "input, textarea, select, dialog";
const OWN_ARROWS = `eckstein-board, [role=slider], ${TYPING}`;

/** Walk through the moves, flip the board, begin to type a move. */
export function pageKeys(event: KeyboardEvent, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = (what: string) => event.target instanceof Element && event.target.closest(what);
  if (inside(event.key === "/" ? TYPING : OWN_ARROWS)) return;
  const does: Record<string, () => void> = {
    Home: keys.first, ArrowLeft: keys.previous, ArrowRight: keys.next, End: keys.last, f: keys.flip,
    "/": () => document.querySelector<HTMLInputElement>("[data-type-move]")?.focus(),
  };
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
