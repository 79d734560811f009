// Which game to learn, or the lesson of one.
import { later, shown, type Route } from "../../frame/page";

const lessons = later(() => import("./Lessons.svelte"));
const lesson = later(() => import("./Learn.svelte"));

export default (({ parts: { game } }) => (game ? shown(lesson, { game }, game, true) : shown(lessons, {}))) satisfies Route;
