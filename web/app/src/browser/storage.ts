// What the browser remembers. Private windows and full disks may refuse: then nothing is kept.

const PREFIX = "eckstein.";

/** Under which key the browser has the value of a name. */
export const keyOf = (name: string): string => PREFIX + name;

/** What a remembered text means, or what is given instead. */
export function parsed<T>(text: string | null, otherwise: T): T {
  try {
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** The remembered value of a name, or what is given instead. */
export function recall<T>(name: string, otherwise: T): T {
  try {
    return parsed(localStorage.getItem(keyOf(name)), otherwise);
  } catch {
    return otherwise;
  }
}

/** Remember a value; tells whether that worked. */
export function remember(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // What could not be remembered need not be forgotten.
  }
}
