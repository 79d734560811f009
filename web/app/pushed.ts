// What the service worker does with messages by Web Push: it shows each as a notice, unless somebody
// looks at what it is about, and opens that page when the notice is pressed.
/// <reference lib="webworker" />

/** What the server sends; see `server/parts/push/channel.py`. */
export interface Pushed {
  title: string;
  body: string;
  /** Of two notices with one tag, only the later one is shown. */
  tag: string;
  /** The page that it is about. */
  path: string;
  language: string;
}

/** A page of the app, as a service worker knows it. */
export type Page = Pick<WindowClient, "url" | "visibilityState" | "focus">;

/** What a message says; null if it is none of ours. */
export function read(text: string, scope: string): Pushed | null {
  try {
    const told = JSON.parse(text) as Partial<Pushed> | null;
    const { title, body, tag, path, language } = told ?? {};
    if (![title, body, tag, path, language].every((one) => typeof one === "string")) return null;
    return new URL(path!, scope).href.startsWith(scope) ? told as Pushed : null;
  } catch {
    return null;
  }
}

/** The page that shows something, if one is open. */
export function showing<One extends Page>(pages: readonly One[], path: string, scope: string): One | undefined {
  const { pathname } = new URL(path, scope);
  return pages.filter(({ url }) => new URL(url).pathname === pathname)
    .sort((one, other) => Number(other.visibilityState === "visible") - Number(one.visibilityState === "visible"))[0];
}

interface Renewed extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}

/** Let a service worker show what is pushed. */
export function hearPushes(worker: ServiceWorkerGlobalScope): void {
  const { scope, pushManager } = worker.registration;
  const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

  async function show(text: string): Promise<void> {
    const told = read(text, scope);
    if (!told || showing(await pages(), told.path, scope)?.visibilityState === "visible") return;
    const { title, body, tag, path, language } = told;
    // `renotify`: also one that takes another's place is heard.
    const options: NotificationOptions & { renotify: boolean } = {
      body, tag, lang: language, renotify: true, icon: "icon-192.png", data: path };
    await worker.registration.showNotification(title, options);
  }

  async function open(path: string): Promise<void> {
    const page = showing(await pages(), path, scope);
    await (page ? page.focus() : worker.clients.openWindow(new URL(path, scope).href));
  }

  /** The push service has given the browser another address. */
  async function renew({ newSubscription, oldSubscription }: Renewed): Promise<void> {
    const fresh = newSubscription ?? (oldSubscription && await pushManager.subscribe(oldSubscription.options));
    if (!fresh) return;
    const { endpoint, keys } = fresh.toJSON();
    await fetch(new URL("api/v1/account/push", scope), {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ endpoint, ...keys }),
    });
  }

  worker.addEventListener("push", (event) => event.waitUntil(show(event.data?.text() ?? "")));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data as string));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => (event as Renewed).waitUntil(renew(event as Renewed)));
}
