// What a page and the server in its worker say to each other. `n` numbers requests and `s` sockets;
// both are chosen by the page.

export type FromPage =
  /** The first message: the absolute URL of the folder that the worker's files are in, and whether
   * games are kept on disk. */
  | { k: "begin"; base: string; keep: boolean }
  | { k: "fetch"; n: number; method: string; path: string; headers: Record<string, string>;
      body?: string }
  | { k: "open"; s: number }
  | { k: "send"; s: number; text: string }
  | { k: "close"; s: number }
  /** A question that is answered as soon as the worker is free. */
  | { k: "alive" };

export type FromHouse =
  | { k: "alive" }
  /** How much of what is loaded has come, in bytes. */
  | { k: "progress"; done: number; total: number }
  /** `allRules`: games are compiled under other options than the usual ones, too. */
  | { k: "ready"; version: string; seconds: number; allRules: boolean }
  /** It cannot start, or has died; nothing is answered any more. */
  | { k: "failed"; reason: string }
  | { k: "answer"; n: number; status: number; headers: [string, string][]; body: ArrayBuffer }
  | { k: "opened"; s: number }
  | { k: "text"; s: number; text: string }
  | { k: "closed"; s: number; code: number }
  /** Why games are kept in memory alone from now on; "" when they are on disk again. */
  | { k: "kept"; why: string };

/** What is in the folder of the worker's files, as the build has written it down. */
export interface Contents {
  version: string;
  /** What every worker loads. */
  files: Record<string, { bytes: number; digest: string }>;
  /** All games under other options than the usual ones, or none; loaded when somebody plays by them. */
  rules: Record<string, { bytes: number; digest: string }>;
  /** The nets of games; loaded when an engine asks for them. */
  nets: Record<string, { bytes: number; digest: string }>;
}
