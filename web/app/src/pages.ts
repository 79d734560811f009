// The page of an address: each has a folder, with the name that the table of paths has for it.
import type { At } from "./browser/route.svelte";
import type { Route, Shown } from "./frame/page";

const routes = import.meta.glob<Route>("./pages/*/route.ts", { eager: true, import: "default" });

/** What is to be shown; null where there is nothing. */
export function shownAt(at: At | null, visit: number): Shown | null {
  return at && routes[`./pages/${at.page}/route.ts`]!(at, visit);
}
