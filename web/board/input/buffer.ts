// What is pressed before the board can react to it is kept, and done again as soon as it can.

const KINDS = ["keydown", "pointerdown", "pointerup", "click"];

export interface InputBuffer {
  events: [target: EventTarget, event: Event][];
  end(): void;
}

/** Keep what happens on an element from now on. */
export function bufferInput(element: Element): InputBuffer {
  const events: InputBuffer["events"] = [];
  const keep = (event: Event) => { events.push([event.composedPath()[0]!, event]); };
  for (const kind of KINDS) element.addEventListener(kind, keep);
  return { events, end: () => {
    for (const kind of KINDS) element.removeEventListener(kind, keep);
  } };
}

/** Let all that was kept happen again, in its order. */
export function replay({ events, end }: InputBuffer): void {
  end();
  for (const [target, event] of events)
    target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
}
