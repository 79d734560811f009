// Die Wörter des Bretts auf Deutsch. A file of its own, for pages that need it.
import words from "../../src/eckstein/words/de/board.json";
import type { Catalogue } from "./words";

export const german: Catalogue = words;
