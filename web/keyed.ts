// What the rules say, in other languages, is found by short keys instead of the English templates.
import type { Plugin } from "vite";
import { keyOf } from "./app/src/words/key.ts";

export const keyed: Plugin = {
  name: "keyed",
  enforce: "pre",
  transform(code, id) {
    if (!/words\/\w+\/reasons\.json$/.test(id)) return null;
    const told = Object.entries(JSON.parse(code) as Record<string, string>);
    const words = Object.fromEntries(told.map(([template, text]) => [keyOf(template), text]));
    if (Object.keys(words).length < told.length) throw new Error(`${id}: two templates have one key; lengthen the keys in key.ts`);
    return JSON.stringify(words);
  },
};
