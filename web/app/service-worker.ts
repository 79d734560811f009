// Keeps all files of one version, so that the page opens without a network, and always with the worker
// that belongs to it. A new version waits until the page lets it take over (`src/state/update.svelte.ts`).
/// <reference lib="webworker" />
import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;
/** All files with their digests, put in by the build. */
declare const FILES: { url: string; revision: string | null }[];

const scope = new URL("./", self.location.href).pathname;
/** The pages of the app behind a server; in a folder of files there is only the first. */
const PAGES = /^(game\/[^/]+|here\/[^/]+|analysis|learn(\/[^/]+)?|about)$/;

precacheAndRoute(FILES, { cleanURLs: false, ignoreURLParametersMatching: [] });
const page = new NavigationRoute(createHandlerBoundToURL("./"));
registerRoute((asked) => PAGES.test(asked.url.pathname.slice(scope.length)) && page.match(asked), page.handler);

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
