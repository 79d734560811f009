// Why something was refused, in the words of any language; and why a move is none.
import { sayTemplate } from "../../../board/words/speech";
import { Refusal } from "../net/messages";
import type { PositionRef, Template, View } from "../../../wire/types";
import { fill } from "../../../board/words/words";
import { keyOf } from "./key";

type Named = Record<string, string>;

/** The words of a language for that. */
export interface RefusalWords {
  /** By the keys of templates; English has these sentences from the rules. */
  reasons: Named;
  /** By reasons and codes. */
  refused: Named;
  /** The code of the language, where it is not that of the page. */
  language?: string;
}

/** Where the server says which move is meant, though there is just one. */
const PLACE = /^move \d+ \(.*?\): /;
const PLACED = "move {number} ({move}): {reason}";

/** A refusal as a sentence. */
export function tellRefusal(refusal: Refusal, { reasons, refused, language }: RefusalWords): string {
  const template = refusal.template && bare(refusal.template);
  // English has these sentences from the server alone.
  const english = !Object.keys(reasons).length;
  if (template && (english || keyOf(template.text) in reasons)) return sentence(tell(template, reasons, language));
  const reason = sentence(refusal.message.replace(PLACE, ""));
  return fill(refused[refusal.why] ?? refused[refusal.code] ?? reason, { reason }, language);
}

/** A sentence of the rules; what has no words in the language is English. */
export function tell(template: Template, reasons: Named, language?: string): string {
  return sayTemplate((text, facts = {}) =>
    fill((reasons[keyOf(text)] ?? text).replace(/\{(\w+)!r\}/g, "“{$1}”"), facts, language), template);
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

/** Why what lies on one square, or is in hand, cannot go to another: the refusal of that move, if there is one. */
export async function whyNot(look: (of: PositionRef) => Promise<View>, { game, options, position }: View,
                             { origin, square }: { origin: string; square: string }): Promise<Refusal | null> {
  const text = origin.startsWith("@") ? `${origin.slice(1)}@${square}` : origin + square;
  try {
    await look({ game, options, position, moves: [text] });
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  return null;
}
