// Why something did not work, in the language that is set, as far as it can be told there.
import { Refusal } from "./net/messages";
import { t } from "./words";

/** Where the server says which move is meant, though there is just one. */
const PLACE = /^move \d+ \(.*?\): /;

export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return t().app.lost;
  const words = t().refused;
  const reason = sentence(error.message.replace(PLACE, ""));
  const told = words[error.why] ?? words[error.code] ?? reason;
  return told.replace("{reason}", reason);
}

/** The server's words as a sentence; the name of a square keeps its small letter. */
function sentence(words: string): string {
  const begun = /^[a-z]\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
