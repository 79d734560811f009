// Which game to learn, and the steps of one's path in it.
import { later, shown, type Route } from "../../frame/page";
import { isGame } from "../../words/names";
import { lacks } from "./lacks";
import { loadTraining } from "./words.svelte";
import { loadPuzzles } from "../../words/puzzles.svelte";

const games = later(() => import("./Lessons.svelte"));
const path = later(() => import("./Path.svelte"), loadTraining, loadPuzzles);
const STEPS: Record<string, ReturnType<typeof later<{ game: string }>>> = {
  lesson: later(() => import("./Learn.svelte")),
  endings: later(() => import("./Endings.svelte"), loadTraining),
  proof: later(() => import("./Proof.svelte"), loadTraining),
  storm: later(() => import("./Storm.svelte"), loadPuzzles, loadTraining),
  mistakes: later(() => import("./OwnMistakes.svelte"), loadPuzzles),
};

export default (({ parts: { game, step } }) => {
  if (!game) return shown(games, {});
  if (!isGame(game)) return null;
  if (!step) return shown(path, { game });
  return STEPS[step] && !lacks(game, step) ? shown(STEPS[step], { game }, `${game} ${step}`, true) : null;
}) satisfies Route;
