// Whether a worker still answers. A worker that hangs raises no error: all it does is say nothing.
//
// Answers are counted by questions, not by the clock: while a device sleeps, neither is asked nor answered.
// A worker that still loads is silent for long where the device is slow or has much else to do.

const ASK_MS = 5000;
const MOST_UNANSWERED = 6, MOST_WHILE_LOADING = 60;

export class Pulse {
  private timer: ReturnType<typeof setInterval> | undefined;
  private unanswered = 0;
  /** Whether the worker has yet to get ready. */
  loading = true;

  /**
   * @param ask puts a question to the worker, which answers as soon as it is free.
   * @param lost is told after how many seconds without an answer it is given up.
   */
  constructor(private readonly ask: () => void, private readonly lost: (seconds: number) => void) {}

  /** Begin to ask, unless that is done already. */
  start(): void {
    if (this.timer !== undefined) return;
    this.unanswered = 0;
    this.timer = setInterval(() => this.tick(), ASK_MS);
  }

  /** An answer has come, or anything else that it says. */
  felt(): void {
    this.unanswered = 0;
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    if (this.unanswered >= (this.loading ? MOST_WHILE_LOADING : MOST_UNANSWERED)) {
      this.stop();
      this.lost(this.unanswered * ASK_MS / 1000);
      return;
    }
    this.unanswered += 1;
    this.ask();
  }
}
