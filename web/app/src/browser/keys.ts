// Keys that work anywhere on a page with a board.

export interface Keys {
  first(): void;
  /** Go so many moves on, or back. */
  step(by: number): void;
  last(): void;
  flip(): void;
}

const TYPING = "input, textarea, select, dialog";
const OWN_ARROWS = `eckstein-board, [role=slider], ${TYPING}`;

/** The moves to go since the page was drawn last. */
let steps = 0;

/** Of keys that come faster than pages are drawn, only where they lead is shown. */
function hurry(by: number, keys: Keys): void {
  if (!steps) requestAnimationFrame(() => {
    const all = steps;
    steps = 0;
    if (all) keys.step(all);
  });
  steps += by;
}

/** Go to an end, wherever keys have led so far. */
function goTo(end: () => void): void {
  steps = 0;
  end();
}

/** Walk through the moves, flip the board, begin to type a move. */
export function pageKeys(event: KeyboardEvent, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = (what: string) => event.target instanceof Element && event.target.closest(what);
  if (inside(event.key === "/" ? TYPING : OWN_ARROWS)) return;
  const does: Record<string, () => void> = {
    Home: () => goTo(keys.first), ArrowLeft: () => hurry(-1, keys), ArrowRight: () => hurry(1, keys), End: () => goTo(keys.last), f: keys.flip,
    "/": () => document.querySelector<HTMLInputElement>("[data-type-move]")?.focus(),
  };
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
