// What is pressed before the board has hands is kept, and done again as soon as it has.

const KINDS = ["keydown", "pointerdown", "pointerup", "click"];

export interface Early {
  acts: [target: EventTarget, event: Event][];
  end(): void;
}

/** Keep what happens on an element from now on. */
export function keep(element: Element): Early {
  const acts: Early["acts"] = [];
  const listen = (event: Event) => { acts.push([event.composedPath()[0]!, event]); };
  for (const kind of KINDS) element.addEventListener(kind, listen);
  return { acts, end: () => {
    for (const kind of KINDS) element.removeEventListener(kind, listen);
  } };
}

/** Let all that was kept happen again, in its order. */
export function replay({ acts, end }: Early): void {
  end();
  for (const [target, event] of acts)
    target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
}
