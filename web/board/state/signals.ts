// Listeners by the name of what they listen to, called in the order in which they began.
//
// `Details` names the signals, each with what its listeners are told.

export class Signals<Details extends Record<keyof Details, unknown[]>> {
  private listeners: { [K in keyof Details]?: ((...detail: Details[K]) => void)[] } = {};

  on<K extends keyof Details>(signal: K, listener: (...detail: Details[K]) => void): void {
    (this.listeners[signal] ??= []).push(listener);
  }

  emit<K extends keyof Details>(signal: K, ...detail: Details[K]): void {
    this.listeners[signal]?.forEach((listener) => listener(...detail));
  }
}
