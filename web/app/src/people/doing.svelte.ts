// Something that the server is asked to do: whether it is under way, and why it did not work.
import { Refusal } from "../net/messages";
import { NoPasskey } from "./passkeys";
import { a } from "../words/people.svelte";
import { why } from "../words/why";

export class Doing {
  busy = $state(false);
  /** Why it did not work, as a sentence. */
  wrong = $state("");

  /** @param fault tells why something did not work */
  constructor(readonly fault: (error: unknown) => string = faultOf) {}

  /** Do it, one thing at a time; tells whether it worked. */
  async run(what: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    try {
      await what();
      return true;
    } catch (error) {
      this.wrong = this.fault(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** Whether the same question will have no other answer soon. */
export function lasts(error: unknown): boolean {
  return error instanceof Refusal && ["bad", "missing", "not-yours", "unknown-game"].includes(error.code);
}

/** Why something about people did not work. */
export function faultOf(error: unknown): string {
  if (error instanceof NoPasskey) return a().account[error.fault];
  return error instanceof Refusal ? why(error) : a().cut;
}
