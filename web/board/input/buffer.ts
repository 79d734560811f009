// What is pressed before the board can react to it is kept, and done again as soon as it can.

const KINDS = ["keydown", "pointerdown", "pointerup", "click"];

/** Keep what happens on an element, up to a call of the result, which gives what lets each event happen again. */
export function bufferInput(element: Element): () => (() => void)[] {
  const kept: (() => void)[] = [];
  const keep = (event: Event) => {
    const target = event.composedPath()[0]!;
    kept.push(() => target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event)));
  };
  for (const kind of KINDS) element.addEventListener(kind, keep);
  return () => {
    for (const kind of KINDS) element.removeEventListener(kind, keep);
    return kept;
  };
}
