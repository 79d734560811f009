// Where requests are answered: by the server that the page came from, or by the worker in this browser.
const API = "/api/v1";

/** What is used of a WebSocket. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What is asked: without a body it is a GET, with one a POST of JSON. */
export interface Place {
  /** Ask for a path of the API. Rejects with a TypeError where nobody answers. */
  ask(path: string, body?: unknown): Promise<Response>;
  /** A line for messages. */
  socket(): Socket;
  /** Whether a line may break without a word, so that its silence has to be watched. */
  readonly far: boolean;
}

/** The server that the page came from. */
export const serverPlace: Place = {
  far: true,
  ask: (path, body) => fetch(API + path, body === undefined ? undefined : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  }),
  socket: () => {
    const url = new URL("/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url.href);
  },
};
