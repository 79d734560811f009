// The one connection of the page, and how it is.
import { Connection, type Status } from "../net/connection";
import { Outbox } from "../net/outbox";
import { t } from "../words";
import { toasts } from "./toasts.svelte";

function address(): string {
  const url = new URL("/socket", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

export const server = new Connection(address(), new Outbox());

class Health {
  status: Status = $state("connecting");
}

export const health = new Health();

/** Connect, and again whenever there is reason to hope. */
export function start(): void {
  server.onstatus = (status) => {
    if (health.status === "lost" && status === "open") toasts.tell(t().app.back);
    health.status = status;
  };
  server.onerror = (reason) => toasts.tell(reason, "error");
  for (const name of ["online", "offline", "pageshow"]) addEventListener(name, () => server.check());
  document.addEventListener("visibilitychange", () => server.see(!document.hidden));
  server.connect();
}
