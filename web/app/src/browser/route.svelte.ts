// Which page is shown. Few routes; the address bar is the truth. A server knows the paths of all pages;
// in a folder of files there is one page, and the path stands behind the # of its address.
import { HAS_SERVER } from "./build";

export type Route =
  | { page: "play" }
  | { page: "game"; id: string; token: string | null }
  | { page: "here"; id: string }
  | { page: "analysis"; query: URLSearchParams }
  | { page: "lessons" }
  | { page: "learn"; game: string }
  | { page: "puzzles" }
  | { page: "puzzle"; game: string; id: string | null }
  | { page: "lobby" }
  | { page: "account" }
  | { page: "games" }
  | { page: "person"; name: string }
  | { page: "leaderboard"; query: URLSearchParams }
  | { page: "tournaments"; id: string | null; wall: boolean; key: string }
  | { page: "moderation"; query: URLSearchParams }
  | { page: "about" }
  | { page: "lost" };

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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a path means. */
export function read(url: URL): Route {
  const [first = "", second, ...more] = url.pathname.split("/").filter(Boolean);
  if (first === "puzzles" && more.length < 2) return second ? { page: "puzzle", game: second, id: more[0] ?? null } : { page: "puzzles" };
  if (first === "tournaments" && (!more.length || more.join() === "wall")) {
    return { page: "tournaments", id: second ?? null, wall: more.length > 0, key: url.hash.slice(1) };
  }
  if (more.length) return { page: "lost" };
  if (first === "") return { page: "play" };
  if (first === "game" && second) {
    return { page: "game", id: second, token: url.hash.slice(1) || null };
  }
  if (first === "here" && second) return { page: "here", id: second };
  if (first === "analysis" && !second) return { page: "analysis", query: url.searchParams };
  if (first === "learn") return second ? { page: "learn", game: second } : { page: "lessons" };
  if (first === "lobby" && !second) return { page: "lobby" };
  if (first === "account" && !second) return { page: "account" };
  if (first === "games" && !second) return { page: "games" };
  if (first === "people" && second) return { page: "person", name: decoded(second) };
  if (first === "leaderboard" && !second) return { page: "leaderboard", query: url.searchParams };
  if (first === "moderation" && !second) return { page: "moderation", query: url.searchParams };
  if (first === "about" && !second) return { page: "about" };
  return { page: "lost" };
}

/** The path that is shown. */
export function here(): URL {
  return pathIn(new URL(location.href));
}

class Place {
  route: Route = $state.raw(read(here()));
  /** Grows with each change of page, also to the same one. */
  visit = $state(0);
}

export const place = new Place();

function arrive(): void {
  place.route = read(here());
  place.visit++;
  scrollTo(0, 0);
}

/** Go to another page; one that is here already begins anew, without a second place in the history. */
export function go(to: string): void {
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
  if (path.pathname.startsWith("/api/") || read(path).page === "lost") return;
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
