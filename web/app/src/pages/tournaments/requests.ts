// What is asked of the server about tournaments, by pages that are loaded when they are opened.
import type { NewTournament, TournamentPlace, Tournament, TournamentMade, TournamentOrder, Tournaments } from "../../../../wire/types";
import { ask } from "../../net/api";
import { serverPlace as server } from "../../net/place";

/** A tournament, and what whoever asks has in it. */
export interface Told {
  tournament: Tournament;
  you: TournamentPlace;
}

export const listTournaments = () => ask<Tournaments>(server, "/tournaments");
export const makeTournament = (wish: NewTournament) => ask<TournamentMade, NewTournament>(server, "/tournaments", wish);
/** A tournament; without so many of its first rounds, if they are as they were after the event `seq`. */
export const tournament = (id: string, key: string, leftOut: number, seq: number) =>
  ask<Told>(server, `/tournaments/${encodeURIComponent(id)}?left_out=${leftOut}&seq=${seq}${key && `&key=${encodeURIComponent(key)}`}`);
export const orderIn = (id: string, order: TournamentOrder) =>
  ask<Told, TournamentOrder>(server, `/tournaments/${encodeURIComponent(id)}/orders`, order);

/** Where a tournament can be had as a file; without a form, as JSON. */
export const fileOf = (id: string, form = "") => `/api/v1/tournaments/${encodeURIComponent(id)}${form && `/${form}`}`;
