// Which trainers a game lacks here; until the server has told, none.
import { closed, told } from "../../words/levels.svelte";

export function lacks(game: string, step: string): boolean {
  const known = told()?.games[game];
  return step === "storm" ? closed("puzzles") : step === "endings" ? known?.endings === false : step === "proof" && known?.proofs === false;
}
