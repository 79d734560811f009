// Why something did not work, in the language that is set, as far as it can be told there.
import type { ReadFault } from "../../../wire/types";
import type { NoText } from "../browser/decoding";
import { Refusal } from "../net/messages";
import { TOO_LONG } from "../net/reading";
import { tellRefusal } from "./refused";
import { fill, refusalWords, t, tellTemplate } from "./index.svelte";

export function why(error: unknown): string {
  return error instanceof Refusal ? tellRefusal(error, refusalWords()) : t().app.lost;
}

/** What a file is that is no text. */
export function noTextWords(file: string, { kind }: NoText): string {
  const { empty, otherKind, noText } = t().saved;
  return fill(kind === null ? empty : kind ? otherKind : noText, { file, kind: kind ?? "" });
}

/** What is wrong with a game of a file, and where. */
export function faultWords({ game, line, reason, template }: ReadFault): string {
  const said = reason === TOO_LONG ? t().saved.tooLong : (template && tellTemplate(template)) ?? reason;
  return fill(t().saved.fault, { game, line, reason: said });
}
