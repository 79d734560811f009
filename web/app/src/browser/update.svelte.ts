// The installed app, and a new version of it: it takes over when the user agrees, or when no page is
// looked at and no game is being played, in whichever tab.
import { untrack } from "svelte";
import { HAS_SERVER, ROOT } from "./build";
import { IN_FOLDER } from "./pages";

const LOCK = "eckstein.busy";
const TAKE_OVER = "take over";
const LOOK_AGAIN = 60 * 60 * 1000;

class Update {
  /** A new version is loaded, and waits. */
  ready = $state(false);
  /** The user wants it, but a game is being played in another tab. */
  agreed = $state(false);
}

export const update = new Update();

let waiting: ServiceWorker | null = null;
let release: (() => void) | null = null;
/** Whether a game is being played here. */
let plays = false;

/** Take the new version, as soon as no game is being played elsewhere. */
export function takeUpdate(): void {
  update.agreed = true;
  hold();
}

/** Whether a game is being played here; the function that is returned says that it ends. */
export function holdWhile(now: boolean): () => void {
  plays = now;
  hold();
  return () => { plays = false; };
}

/** Whether a game is being played here. */
export const playing = (): boolean => plays;

/** As long as this tab is busy, no version takes over. */
function hold(): void {
  const busy = (plays || !document.hidden) && !untrack(() => update.agreed);
  if (!busy) {
    release?.();
    release = null;
  } else if (!release && navigator.locks) {
    const held = new Promise<void>((done) => { release = done; });
    void navigator.locks.request(LOCK, { mode: "shared" }, () => held);
  }
}

/** Install the app, if the browser can; resolves when that is done, or will not be. */
export async function install(): Promise<void> {
  const { serviceWorker, locks } = navigator;
  if (!document.documentElement.dataset.version || !serviceWorker || !locks) return;
  document.addEventListener("visibilitychange", hold);
  hold();
  let controlled = serviceWorker.controller !== null;
  const taken = new Promise<void>((done) => {
    serviceWorker.addEventListener("controllerchange", () => {
      if (controlled) location.reload();
      controlled = true;
      done();
    });
    if (controlled) done();
  });
  try {
    const registration = await serviceWorker.register(`${ROOT}sw.js${HAS_SERVER ? "" : IN_FOLDER}`, { updateViaCache: "none" });
    watch(registration);
    setInterval(() => void registration.update().catch(() => {}), LOOK_AGAIN);
    await Promise.race([taken, redundant(registration.installing)]);
  } catch {
    // Without it the page needs the network to open, and nothing else is lost.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const tell = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller || registration.waiting === waiting) return;
    waiting = registration.waiting;
    update.ready = true;
    void navigator.locks.request(LOCK, () => {
      waiting?.postMessage(TAKE_OVER);
      // Held until the page is loaded anew, so that no game begins meanwhile.
      return new Promise<void>(() => {});
    });
  };
  tell();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
}

/** Resolves when a version could not be installed. */
function redundant(installing: ServiceWorker | null): Promise<void> {
  return new Promise((done) => {
    if (!installing) return;
    installing.addEventListener("statechange", () => { if (installing.state === "redundant") done(); });
  });
}
