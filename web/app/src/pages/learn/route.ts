// Which game to learn, and the steps of one's path in it.
import { later, shown, type Route } from "../../frame/page";

const games = later(() => import("./Lessons.svelte"));
const STEPS: Record<string, ReturnType<typeof later<{ game: string }>>> = {
  lesson: later(() => import("./Learn.svelte")),
};

export default (({ parts: { game, step = "lesson" } }) => {
  if (!game) return shown(games, {});
  return STEPS[step] ? shown(STEPS[step], { game }, `${game} ${step}`, true) : null;
}) satisfies Route;
