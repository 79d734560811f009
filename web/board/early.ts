// What is pressed before the board has hands is kept, and done again as soon as it has.

const KINDS = ["keydown", "pointerdown", "pointerup", "click"];

export interface Early {
  acts: [target: EventTarget, event: Event][];
  end(): void;
}

/** Keep what happens on these elements from now on. */
export function keep(...elements: Element[]): Early {
  const acts: Early["acts"] = [];
  const listen = (event: Event) => { acts.push([event.composedPath()[0]!, event]); };
  const each = (act: (element: Element, kind: string) => void) => {
    for (const element of elements) for (const kind of KINDS) act(element, kind);
  };
  each((element, kind) => element.addEventListener(kind, listen));
  return { acts, end: () => each((element, kind) => element.removeEventListener(kind, listen)) };
}

/** Let all that was kept happen again, in its order. */
export function replay({ acts, end }: Early): void {
  end();
  for (const [target, event] of acts)
    target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
}
