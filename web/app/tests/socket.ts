// A socket that does what a test tells it to.
import type { Socket } from "../src/net/place";

type Said = Record<string, unknown> & { t: string };

export class FakeSocket implements Socket {
  static made: FakeSocket[] = [];

  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }

  onopen: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  said: Said[] = [];

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as Said);
  }

  close(): void {
    this.drop();
  }

  open(): void {
    this.onopen?.(new Event("open"));
  }

  drop(): void {
    this.onclose?.(new Event("close") as CloseEvent);
  }

  hear(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** What was said of a kind. */
  of(t: string): Said[] {
    return this.said.filter((message) => message.t === t);
  }
}
