// Saving and reading back all that this browser keeps.
import { newBundle, type Bundle } from "./bundle";
import { deck } from "./deck.svelte";
import { path } from "./path.svelte";
import { trained } from "./trained.svelte";
import { learned, solved, solvedDays } from "./done.svelte";
import { library } from "./library.svelte";
import { gamesHere, putGames, type Stored } from "./worker-games";
import { placeTo, rest } from "../places/places.svelte";
import { change, chosen } from "../browser/settings.svelte";

/** All that this browser keeps, as the text of a file. */
export async function everything(): Promise<string> {
  return JSON.stringify(await gathered(await gamesHere()));
}

/** All that this browser keeps, with these games of its worker. */
export async function gathered(stored: Stored): Promise<Bundle> {
  await library.load();
  return newBundle({
    known: [...library.games], analyses: library.analyses, settings: chosen(), learned: [...learned.steps], stairs: path.all, trained: trained.all, mistakes: deck.all,
    puzzles: solved.all, puzzleDays: solvedDays.all, stored,
  });
}

/** How many games and analyses are new here. */
export interface Added { games: number; analyses: number }

/** Add what is in a bundle and not here yet; rejects where the browser cannot keep it. */
export async function addAll(bundle: Bundle): Promise<Added> {
  await library.load();
  const games = bundle.known.filter(({ id }) => !library.game(id));
  const analyses = bundle.analyses.filter(({ id }) => !library.analyses.some((kept) => kept.id === id));
  if (bundle.stored.games.length) {
    // The worker makes its database when it begins, and reads it only then.
    await placeTo(true).ask("/health");
    rest();
    await putGames(bundle.stored);
  }
  for (const game of games) library.add(game);
  for (const kept of analyses)
    await library.keep(kept);
  learned.add(...bundle.learned);
  path.merge(bundle.stairs);
  trained.merge(bundle.trained);
  deck.merge(bundle.mistakes);
  solved.merge(bundle.puzzles ?? {});
  solvedDays.add(...bundle.puzzleDays ?? []);
  change({ ...bundle.settings, ...chosen() });
  return { games: games.length, analyses: analyses.length };
}
