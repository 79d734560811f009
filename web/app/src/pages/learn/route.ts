// Which game to learn, and the steps of one's path in it.
import { later, shown, type Route } from "../../frame/page";
import { isGame } from "../../words/names";

const games = later(() => import("./Lessons.svelte"));
const path = later(() => import("./Path.svelte"));
const STEPS: Record<string, ReturnType<typeof later<{ game: string }>>> = {
  lesson: later(() => import("./Learn.svelte")),
};

export default (({ parts: { game, step } }) => {
  if (!game) return shown(games, {});
  if (!isGame(game)) return null;
  if (!step) return shown(path, { game });
  return STEPS[step] ? shown(STEPS[step], { game }, `${game} ${step}`, true) : null;
}) satisfies Route;
