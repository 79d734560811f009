// One press of a pointer, from where it goes down to where it goes up again. Escape, another button and
// the loss of the pointer cancel it.

export interface Course {
  move?(event: PointerEvent): void;
  up(event: PointerEvent): void;
  cancel(): void;
}

/** Follow the pointer that went down, by what is heard at a place. Returns what cancels it. */
export function follow(down: PointerEvent, place: EventTarget, course: Course): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const cancel = (): void => {
    if (signal.aborted) return;
    ended.abort();
    course.cancel();
  };
  const hear = (kind: string, act: (event: PointerEvent) => void): void =>
    place.addEventListener(kind, (event) => {
      if ((event as PointerEvent).pointerId === down.pointerId) act(event as PointerEvent);
    }, { signal });
  hear("pointermove", (event) => (abandoned(event, down) ? cancel() : course.move?.(event)));
  hear("pointerup", (event) => {
    ended.abort();
    course.up(event);
  });
  hear("pointercancel", cancel);
  hear("lostpointercapture", cancel);
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }, { signal, capture: true });
  return cancel;
}

/** Whether another button of a mouse has come to its first, or the first went up where nobody heard it. */
function abandoned(event: PointerEvent, down: PointerEvent): boolean {
  if (event.pointerType !== "mouse") return false;
  const own = [1, 4, 2][down.button] ?? 0;
  return (event.buttons & ~own) > 0 || (event.isTrusted && !event.buttons);
}
