// Which page is shown. Few routes; the address bar is the truth.

export type Route =
  | { page: "play" }
  | { page: "game"; id: string; token: string | null }
  | { page: "analysis"; query: URLSearchParams }
  | { page: "lessons" }
  | { page: "learn"; game: string }
  | { page: "about" }
  | { page: "lost" };

/** What an address means. */
export function read(url: URL): Route {
  const [first = "", second, ...more] = url.pathname.split("/").filter(Boolean);
  if (more.length) return { page: "lost" };
  if (first === "") return { page: "play" };
  if (first === "game" && second) {
    return { page: "game", id: second, token: url.hash.slice(1) || null };
  }
  if (first === "analysis" && !second) return { page: "analysis", query: url.searchParams };
  if (first === "learn") return second ? { page: "learn", game: second } : { page: "lessons" };
  if (first === "about" && !second) return { page: "about" };
  return { page: "lost" };
}

class Place {
  route: Route = $state.raw(read(new URL(location.href)));
  /** Grows with each change of page, also to the same one. */
  visit = $state(0);
}

export const place = new Place();

function arrive(): void {
  place.route = read(new URL(location.href));
  place.visit++;
  scrollTo(0, 0);
}

/** Go to another page; one that is here already begins anew, without a second place in the history. */
export function go(to: string): void {
  const here = new URL(to, location.href).href === location.href;
  history[here ? "replaceState" : "pushState"](null, "", to);
  arrive();
}

/** Change the address without leaving what is shown. */
export function rename(to: string): void {
  try {
    history.replaceState(null, "", to);
  } catch {
    // Some browsers allow only so many changes in a while: the next one will do.
  }
}

/** Links inside the site change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || read(new URL(link.href)).page === "lost") return;
  if (link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
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
