// Why something did not work, in the language that is set, as far as it can be told there.
import { Refusal } from "./net/messages";
import { t } from "./words";

/** Where the server says which move is meant, though there is just one. */
const PLACE = /^move \d+ \(.*?\): /;

export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return t().app.lost;
  return t().refused(error.code, error.message.replace(PLACE, ""));
}
