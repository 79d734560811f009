// What the page makes of the messages of the server, whose types are generated.
import type { Colour, Do, EventMessage, EventsMessage, GameMessage, PreparedMessage, Template } from "../../../wire/types";

/** Which seat a token is for, as it says itself; the server checks that. */
export function colourOf(token: string): Colour | null {
  const side = token.split(".")[1];
  return side === "w" ? "white" : side === "b" ? "black" : null;
}

export type Heard = GameMessage | EventMessage | EventsMessage | PreparedMessage;

/** Something done in a game; `id` makes it safe to send it again. */
export type Command = Omit<Do, "t">;

export interface Answer {
  done: boolean;
  seq: number;
  code?: string;
  why?: string;
  reason?: string;
  template?: Template | null;
}

/** The server said no: `code` is what to do about it, `why` the reason more finely, `template` the same for other languages. */
export class Refusal extends Error {
  constructor(readonly code: string, reason: string, readonly why = code, readonly template?: Template | null) {
    super(reason);
  }
}

/** What an answer that is a refusal says. */
export function refusalOf({ code = "bad", reason = "", why, template }: Pick<Answer, "code" | "reason" | "why" | "template">): Refusal {
  return new Refusal(code, reason, why, template);
}
