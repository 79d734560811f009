// The conditions of games that players look for: what forms and lists say of them, and what a browser remembers.
import { conditions, type Condition } from "../../../wire/types";
import { recall, remember } from "../browser/storage";
import { fill, refusalWords } from "./index.svelte";
import { keyOf } from "./key";

/** By the names of conditions. */
export type Values = Record<string, unknown>;

/** Words of a condition in the language that is set, with a capital. */
export function conditionWords(english: string, value?: unknown): string {
  const text = fill(refusalWords().reasons[keyOf(english)] ?? english, { value: String(value) });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What lists say of conditions that are not as usual. */
export function conditionsTold(of: Values, all: Record<string, Condition> = conditions): string[] {
  return Object.entries(all).flatMap(([name, { told, usual }]) => {
    const value = of[name] ?? usual, text = typeof told === "string" ? told : told[String(value)];
    return text && value !== usual ? [conditionWords(text, value)] : [];
  });
}

/** The conditions of open challenges or of games for which there is a control here; others have controls of their own. */
export function controlled(of: Condition["of"], all: Record<string, Condition> = conditions): [string, Condition][] {
  return Object.entries(all).filter(([, one]) => one.asks && one.usual !== null && (of === "seek" || one.of === of));
}

/** What a form was left with, as far as it is remembered by a name. */
export function recalled(of: Condition["of"], name: string): Values {
  const values = $state(Object.fromEntries(controlled(of).map(([one, { usual }]) => [one, recall<unknown>(`${name} ${one}`, usual)])));
  return values;
}

/** Remember by a name what a form is left with; those values that are not as usual. */
export function chosen(values: Values, name: string): Values {
  for (const [one, value] of Object.entries(values)) remember(`${name} ${one}`, value);
  // A number that was deleted is as usual.
  return Object.fromEntries(Object.entries(values).filter(([one, value]) => (value ?? conditions[one]!.usual) !== conditions[one]!.usual));
}
