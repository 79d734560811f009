// Questions of somebody who hurries through positions: one is under way at a time, and of those that
// come meanwhile only the newest is asked.

export class Newest {
  #under = false;
  #waiting: ((asked: boolean) => void) | null = null;

  /** Ask as soon as nothing else is under way; gives null where a newer question came before that. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    this.#tell(false);
    if (this.#under && !await new Promise<boolean>((waiting) => { this.#waiting = waiting; })) return null;
    this.#under = true;
    try {
      return await question();
    } finally {
      this.#under = this.#tell(true);
    }
  }

  /** Tell the question that waits whether it is asked; gives whether one does. */
  #tell(asked: boolean): boolean {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(asked);
    return waiting !== null;
  }
}
