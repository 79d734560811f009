// Views as the server gives them; see fixtures/make.py.
import filmed from "../../../examples/board-game.json";
import battle from "./fixtures/contra-battle.json";
import next from "./fixtures/contra-next.json";
import contra from "./fixtures/contra.json";
import check from "./fixtures/duell-check.json";
import duellMate from "./fixtures/duell-mate.json";
import duellWays from "./fixtures/duell-ways.json";
import duell from "./fixtures/duell.json";
import ecke from "./fixtures/ecke.json";
import echekFinal from "./fixtures/echek-final.json";
import echekMiddle from "./fixtures/echek-middle.json";
import echek from "./fixtures/echek.json";
import purWays from "./fixtures/pur-ways.json";
import pur from "./fixtures/pur.json";
import type { Film, Move, View } from "../view/view";

const views = {
  contra, battle, next, duell, check, duellMate, duellWays, ecke, echek, echekMiddle, echekFinal,
  pur, purWays,
} as unknown as Record<string, View>;

/** A view of its own for each test. */
export function given(name: string): View {
  return structuredClone(views[name]!);
}

export function givenFilm(): Film {
  return structuredClone(filmed as unknown as Film);
}

export function moveOf(view: View, text: string): Move {
  const move = view.legal!.find((legal) => legal.text === text);
  if (!move) throw new Error(`${text} is not legal in ${view.position}`);
  return move;
}

export const GAMES = ["contra", "duell", "ecke", "echek", "pur"];
