// Why something did not work, in the language that is set, as far as it can be told there.
import { Refusal } from "./net/messages";
import { tellRefusal } from "./refused";
import { refusalWords, t } from "./words/index.svelte";

export function why(error: unknown): string {
  return error instanceof Refusal ? tellRefusal(error, refusalWords()) : t().app.lost;
}
