// Which trainers a game lacks here; until the server has told, none.
import { closed, told } from "../../words/levels.svelte";

export function lacks(game: string, step: string): boolean {
  return step === "storm" ? closed("puzzles") : step === "endings" && told()?.games[game]?.endings === false;
}
