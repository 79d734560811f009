// Of which game to solve puzzles, or the puzzles of one.
import { later, partOf, shown } from "../../frame/page";
import { isGame } from "../../words/names";
import { loadPuzzles } from "../../words/puzzles.svelte";

const games = later(() => import("./Puzzles.svelte"), loadPuzzles);
const puzzle = later(() => import("./Puzzle.svelte"), loadPuzzles);

export default partOf("puzzles", ({ parts: { game, id = null } }) => {
  if (!game) return shown(games, {});
  return isGame(game) ? shown(puzzle, { game, id }, game, true) : null;
});
