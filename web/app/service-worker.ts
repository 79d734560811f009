// Keeps all files of one version, so that the page opens without a network, and always with the worker
// that belongs to it. A new version waits until the page lets it take over (`src/browser/update.svelte.ts`).
/// <reference lib="webworker" />
import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { hearPushes } from "./pushed";
import { IN_FOLDER, pageAt } from "./src/browser/pages";

declare const self: ServiceWorkerGlobalScope;
/** All files with their digests, put in by the build. */
declare const FILES: { url: string; revision: string | null }[];
/** The digests of files that are kept once they have been asked for: games under other options, nets. */
declare const LATER: Record<string, string>;

const SELDOM = "eckstein rules";
const scope = new URL("./", self.location.href).pathname;
/** In a folder of files there is one page, whose paths stand behind the # of its address. */
const inFolder = self.location.search === IN_FOLDER;
const isPage = (path: string) => (inFolder ? path === "" || path === "index.html" : pageAt(path) !== null);

precacheAndRoute(FILES, { cleanURLs: false, ignoreURLParametersMatching: [] });
const page = new NavigationRoute(createHandlerBoundToURL("./"));
registerRoute((asked) => isPage(asked.url.pathname.slice(scope.length)) && page.match(asked), page.handler);

// What is kept once it has been asked for, by what it holds.
const keys = Object.entries(LATER).map(([file, digest]) => `${scope}${file}?${digest}`);
registerRoute(({ url }) => url.pathname.slice(scope.length) in LATER, async ({ request, url }) => {
  const cache = await caches.open(SELDOM), key = `${url.pathname}?${LATER[url.pathname.slice(scope.length)]}`;
  const kept = await cache.match(key);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(key, fresh.clone());
  return fresh;
});

/** Let go of what belongs to other versions. */
async function tidy(): Promise<void> {
  const cache = await caches.open(SELDOM);
  for (const { url } of await cache.keys())
    if (url.startsWith(self.registration.scope) && !keys.includes(url.slice(self.location.origin.length))) await cache.delete(url);
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), tidy()])));
hearPushes(self);
