// What trainers ask, of whoever answers.
import type { EndingsAnswer, ExactMove, PositionRef, ProofsToGuess, ProofToGuess, Puzzle, PuzzleList, TablesAnswer, TablesRequest } from "../../../../wire/types";
import { ask } from "../../net/api";
import { mind } from "../../places/places.svelte";

/** Positions of an ending with a trap; a seed always gives the same. */
export const endingsOf = (game: string, level: number, seed: number) =>
  ask<EndingsAnswer>(mind, `/endings/${encodeURIComponent(game)}?level=${level}&seed=${seed}`);

/** What the moves of an ending lead to, the best first. */
export const exactMoves = async (of: PositionRef): Promise<ExactMove[]> =>
  (await ask<TablesAnswer, TablesRequest>(mind, "/tables", of)).moves ?? [];

/** The proofs of a game to be guessed, the short ones first. */
export const proofsOf = async (game: string): Promise<ProofToGuess[]> => (await ask<ProofsToGuess>(mind, `/proofs/${encodeURIComponent(game)}`)).proofs;

/** All puzzles of a game. */
export const puzzlesOf = async (game: string): Promise<Puzzle[]> => (await ask<PuzzleList>(mind, `/puzzles/${encodeURIComponent(game)}`)).puzzles;
