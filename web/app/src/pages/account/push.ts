// Web Push in this browser: whether it can show notices, and where they are sent to.
import { ROOT } from "../../browser/build";
import { install } from "../../browser/update.svelte";

/** Why there can be no notices here. */
export type NoPush = "unsupported" | "install" | "denied";

export class PushFault extends Error {
  constructor(readonly fault: NoPush | "dismissed" | "failed") {
    super(fault);
  }
}

/** What stands in the way of notices, as far as it is known before anybody is asked. */
export function obstacle(agent = navigator.userAgent): NoPush | null {
  if (!("PushManager" in window && "Notification" in window && navigator.serviceWorker)) {
    // On these, only apps on the home screen have notices. Newer tablets say that they are Macs.
    const apple = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1);
    return apple && isSecureContext ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : null;
}

/** Where messages to this browser go now, if its notices are on and are signed by this key of the server. */
export async function subscription(key: string): Promise<PushSubscription | null> {
  if (obstacle() || Notification.permission !== "granted") return null;
  const found = await (await navigator.serviceWorker.getRegistration(ROOT))?.pushManager.getSubscription();
  return found && keyOf(found) === key ? found : null;
}

/** Ask whether notices may be shown, and where they are to be sent to; rejects with a `PushFault`. */
export async function subscribe(key: string): Promise<PushSubscription> {
  const stands = obstacle();
  if (stands) throw new PushFault(stands);
  const allowed = await Notification.requestPermission();
  if (allowed !== "granted") throw new PushFault(allowed === "denied" ? "denied" : "dismissed");
  // Where memory or data are short, the app is not kept until somebody wants something of its worker.
  if (!await navigator.serviceWorker.getRegistration(ROOT)) await install();
  const registration = await navigator.serviceWorker.getRegistration(ROOT);
  if (!registration) throw new PushFault("unsupported");
  try {
    const { pushManager } = await activated(registration);
    const found = await pushManager.getSubscription();
    if (found && keyOf(found) === key) return found;
    await found?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new PushFault("failed");
  }
}

/** Have no more messages sent to this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(ROOT);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe().catch(() => false);
}

/** The same, as soon as its worker is there. */
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  return registration.active ? registration : navigator.serviceWorker.ready;
}

function keyOf({ options }: PushSubscription): string {
  const octets = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...octets)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
