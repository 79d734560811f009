// Which page is shown. Few routes; the address bar is the truth. A server knows the paths of all pages;
// in a folder of files there is one page, and the path stands behind the # of its address.
import { HAS_SERVER } from "./build";
import { pageAt, type Found } from "./pages";

/** An address, and where it leads to by the table of pages. */
export interface At extends Found { url: URL }

/** The path of a page, with its question and what stands behind #, that an address of the browser leads to. */
export function pathIn(url: URL, server = HAS_SERVER): URL {
  if (server) return url;
  return new URL(url.hash.startsWith("#/") ? url.hash.slice(1) : "/", url.origin);
}

/** The address of a path, as links have it. */
export function href(path: string, server = HAS_SERVER): string {
  return server ? path : `#${path}`;
}

/** The whole address of a path, to be given to others. */
export function wholeAddress(path: string): string {
  return new URL(href(path), location.href).href;
}

/** The page of an account. */
export function pathOf(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

/** Where a path leads to; null if there is no such page. */
export function read(url: URL): At | null {
  const found = pageAt(url.pathname);
  return found && { ...found, url };
}

/** The path that is shown. */
export function here(): URL {
  return pathIn(new URL(location.href));
}

/** The game on the server whose page is shown. One that began on the front page has only its address there. */
export function gameHere(): string | undefined {
  const { pathname } = here();
  return pathname.startsWith("/game/") ? pageAt(pathname)?.parts.id : undefined;
}

class Place {
  at: At | null = $state.raw(read(here()));
  /** Grows with each change of page, also to the same one. */
  visit = $state(0);
  /** Whether to ask before a press leads elsewhere than to a game. */
  holds = false;
  /** Where the press leads that is asked about. */
  leads: string | null = $state(null);
}

export const place = new Place();

function arrive(): void {
  place.at = read(here());
  place.visit++;
  scrollTo(0, 0);
}

/** Go to another page; one that is here already begins anew, without a second place in the history. */
export function go(to: string): void {
  if (place.holds && !/^\/(game|here)\//.test(to)) {
    place.leads = to;
    return;
  }
  const again = wholeAddress(to) === location.href;
  history[again ? "replaceState" : "pushState"](null, "", href(to));
  arrive();
}

/** Change the address without leaving what is shown. */
export function rename(to: string): void {
  try {
    history.replaceState(null, "", href(to));
  } catch {
    // Some browsers allow only so many changes in a while: the next one will do.
  }
}

/** Links inside the site change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const url = new URL(link.href);
  if (HAS_SERVER ? link.getAttribute("href")?.startsWith("#") : !url.hash.startsWith("#/")) return;
  const path = pathIn(url);
  if (path.pathname.startsWith("/api/") || !read(path)) return;
  event.preventDefault();
  go(path.pathname + path.search + path.hash);
}

export function listen(): () => void {
  addEventListener("popstate", arrive);
  addEventListener("hashchange", arrive);
  document.addEventListener("click", follow);
  return () => {
    removeEventListener("popstate", arrive);
    removeEventListener("hashchange", arrive);
    document.removeEventListener("click", follow);
  };
}
