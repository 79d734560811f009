// The two places that answer: the server that the page came from, and the worker in this browser.
import { unusual } from "./address";
import { HAS_SERVER, ROOT, WORKER } from "../browser/build";
import { Connection, type Status } from "../net/connection";
import { House, type HouseStatus } from "../net/house";
import { Mind } from "../net/mind";
import { Outbox } from "../net/outbox";
import { serverPlace, type Place } from "../net/place";
import { Views } from "../net/views";
import { t } from "../words/index.svelte";
import { toasts } from "./toasts.svelte";

const FOLDER = `${ROOT}worker/`;
/** Gigabytes below which a worker is begun only where there is no server. */
const LITTLE_MEMORY = 2;

class Health {
  /** The line to the server. */
  status: Status | "none" = $state(HAS_SERVER ? "connecting" : "none");
  here: HouseStatus = $state("asleep");
  /** Whether games of this browser are kept for good. */
  kept = $state(true);
  /** How much of the worker is loaded, from 0 to 1. */
  loaded = $state(0);
}

export const health = new Health();

const house = new House(FOLDER, WORKER ?? "", () => new Worker(`${FOLDER}house.js`, { type: "module" }));
const server = new Connection(serverPlace, new Outbox());
const here = new Connection(house, new Outbox("outbox-here"));

/** Whether this browser can run the worker, and there is one. */
function able(): boolean {
  return WORKER !== null && typeof WebAssembly === "object" && typeof Worker === "function" && house.usable;
}

export const mind = new Mind({ line: here, place: house, usable: able },
  { line: server, place: serverPlace, usable: () => HAS_SERVER }, (of) => !house.allRules && unusual(of));

/** Views of games on the server that the worker makes, if it is here anyway. */
export const views = new Views(house, () => able() && here.status === "open");

/** Where a game is played. */
export function lineTo(kept: boolean): Connection {
  return kept ? here : server;
}

export function placeTo(kept: boolean): Place {
  return kept ? house : serverPlace;
}

/** Whether a new game is kept in this browser: where there is no server to keep it. */
export function keepsGames(): boolean {
  return !HAS_SERVER || (health.status === "lost" && thinksHere());
}

/** Whether the worker can be asked; it begins when it is. */
export function thinksHere(): boolean {
  void health.here;
  return able();
}

/** Whether anybody can be asked what belongs to no game. */
export function anybody(): boolean {
  return health.status === "open" || thinksHere();
}

/** Which place thinks now, or would. */
export function thinker(): "here" | "server" {
  void [health.status, health.here];
  return mind.thinker === mind.here ? "here" : "server";
}

/** End the worker, for what may be done to its games only while it rests. */
export function rest(): void {
  house.end();
}

/** The worker has come or gone. */
function changed(): void {
  mind.changed();
  views.changed();
}

/** Somebody else is here now: the server is to know. */
export function renew(): void {
  if (HAS_SERVER) server.renew();
}

/** Connect, and again whenever there is reason to hope. */
export function start(): void {
  house.onstatus = (status) => {
    health.here = status;
    if (status === "outdated") toasts.tell(t().app.outdated, "error");
    if (status === "failed" && !HAS_SERVER) toasts.tell(t().app.cannotThink, "error");
    changed();
  };
  house.onkept = (why) => {
    if (why) toasts.tell(t().app.notKept, "error");
    else toasts.tell(t().app.keptAgain);
    health.kept = !why;
  };
  house.onhung = () => { if (house.usable) toasts.tell(t().app.hung, "error"); };
  house.onprogress = (part) => { health.loaded = part; };
  here.onstatus = changed;
  for (const line of [server, here]) line.onerror = (reason) => toasts.tell(reason, "error");
  if (!HAS_SERVER) {
    if (!able()) toasts.tell(t().app.cannotThink, "error");
    return;
  }
  server.onstatus = (status) => {
    if (health.status === "lost" && status === "open") toasts.tell(t().app.back);
    health.status = status;
    mind.changed();
  };
  for (const name of ["online", "offline", "pageshow"]) addEventListener(name, () => server.check());
  document.addEventListener("visibilitychange", () => server.see(!document.hidden));
  server.connect();
}

/** Whether this device rather has the server work for it. */
export function frugal(): boolean {
  const { connection, deviceMemory } = navigator as Navigator & { connection?: { saveData?: boolean }; deviceMemory?: number };
  return HAS_SERVER && (connection?.saveData === true || (deviceMemory ?? LITTLE_MEMORY) < LITTLE_MEMORY);
}

/** Get the worker ready, so that from then on it is asked. */
export function getReady(): void {
  if (able()) here.connect();
}
