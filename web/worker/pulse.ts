// Whether a worker still answers. A worker that hangs raises no error: all it does is say nothing.
//
// Answers are counted by questions, not by the clock: while a device sleeps, neither is asked nor answered.

const ASK_MS = 5000;
const MOST_UNANSWERED = 6;

export class Pulse {
  private timer: ReturnType<typeof setInterval> | undefined;
  private unanswered = 0;

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

  /** An answer has come. */
  felt(): void {
    this.unanswered = 0;
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    if (this.unanswered === MOST_UNANSWERED) {
      this.stop();
      this.lost(MOST_UNANSWERED * ASK_MS / 1000);
      return;
    }
    this.unanswered += 1;
    this.ask();
  }
}
