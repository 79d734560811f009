/** Over after some milliseconds. */
export const pause = (milliseconds: number): Promise<void> => new Promise((over) => { setTimeout(over, milliseconds); });

/** Do something as soon as the browser has nothing else to do. */
export const whenIdle: (then: () => void) => void = window.requestIdleCallback?.bind(window) ?? ((then) => setTimeout(then, 500));
