// What a page tells of itself in its folder: by which view it is shown at an address, and what that is told.
import { untrack, type Component } from "svelte";
import type { Language } from "../browser/language";
import type { At } from "../browser/route.svelte";
import { settings } from "../browser/settings.svelte";
import { closed } from "../words/levels.svelte";

type View<Props extends object> = () => Component<Props> | Promise<Component<Props>>;

export interface Shown {
  /** What its properties are, `shown` has checked. */
  view: View<any>;
  props: object;
  /** The page begins anew where this is another one. */
  key: unknown;
  /** Whether there is a board to be drawn while the view is on its way. */
  board: boolean;
}

/** What an address of a page shows; null if there is nothing at it. The number of visits grows with each. */
export type Route = (at: At, visit: number) => Shown | null;

export function shown<Props extends object>(view: View<Props>, props: Props, key: unknown = view, board = false): Shown {
  return { view, props, key, board };
}

/** A page of a part of the server: there is nothing at it where the part is closed. */
export function partOf(part: string, route: Route): Route {
  return (at, visit) => (closed(part) ? null : route(at, visit));
}

/** A view that is loaded when it is opened, with words of its own. */
export function later<Props extends object>(view: () => Promise<{ default: Component<Props> }>,
                                            ...words: ((language: Language) => Promise<void>)[]): View<Props> {
  return async () => {
    const [found] = await Promise.all([view(), ...words.map((load) => load(untrack(() => settings.language)))]);
    return found.default;
  };
}
