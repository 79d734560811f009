// The words of notices, by mail and by Web Push.
import type mail from "../../../../../src/eckstein/words/en/mail.json";
import type push from "../../../../../src/eckstein/words/en/push.json";
import { apart } from "../../words/apart.svelte";

export const { load: loadMail, words: mailWords } = apart(
  import.meta.glob<typeof mail>("../../../../../src/eckstein/words/*/mail.json", { import: "default" }));

export const { load: loadPush, words: n } = apart(
  import.meta.glob<typeof push>("../../../../../src/eckstein/words/*/push.json", { import: "default" }));
