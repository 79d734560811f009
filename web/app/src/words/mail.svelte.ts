// The words of notices by mail.
import type mail from "../../../../src/eckstein/words/en/mail.json";
import { apart } from "./apart.svelte";

export const { load: loadMail, words: mailWords } = apart(
  import.meta.glob<typeof mail>("../../../../src/eckstein/words/*/mail.json", { import: "default" }));
