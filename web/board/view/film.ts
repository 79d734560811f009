// A recorded game as text.
import type { Film } from "./view";

/** Why something is not a film, as a sentence; or the film. */
export function readFilm(json: string): Film | string {
  let film: unknown;
  try {
    film = JSON.parse(json);
  } catch {
    return "it is not JSON.";
  }
  const views = (film as Film | null)?.views;
  if (!Array.isArray(views) || !views.length) return "it has no positions (views).";
  if (!views.every((view) => view?.board && view.pieces))
    return "a position in it lacks its board.";
  return film as Film;
}
