// Why something did not work, in the language that is set, as far as it can be told there.
import { Refusal } from "./net/messages";
import type { Template } from "../../wire/types";
import { fill, refusals, t, tellTemplate } from "./words/index.svelte";

/** Where the server says which move is meant, though there is just one. */
const PLACE = /^move \d+ \(.*?\): /;
const PLACED = "move {number} ({move}): {reason}";

export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return t().app.lost;
  const words = refusals();
  const known = error.template && tellTemplate(bare(error.template));
  if (known) return sentence(known);
  const reason = sentence(error.message.replace(PLACE, ""));
  return fill(words[error.why] ?? words[error.code] ?? reason, { reason });
}

/** A reason without the move that it is about. */
function bare(template: Template): Template {
  const inner = template.facts.reason;
  return template.text === PLACED && typeof inner === "object" ? inner : template;
}

/** The server's words as a sentence; the name of a square keeps its small letter. */
function sentence(words: string): string {
  const begun = /^[a-z]\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
