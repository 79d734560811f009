// What is asked of the server about the best.
import type { Leaderboard, OwnPlace, RatingFacts } from "../../../../wire/types";
import { ask } from "../../net/api";
import { serverPlace as server } from "../../net/place";

type Speed = RatingFacts["speed"];

/** The best people, or bots, of the games of some rules and speed. */
export const leaderboardOf = (rules: string, speed: Speed, bots: boolean) =>
  ask<Leaderboard>(server, `/leaderboard?${new URLSearchParams({ rules, speed, ...bots && { bots: "true" } })}`);
/** Where whoever is signed in stands among them. */
export const ownPlaceOn = (rules: string, speed: Speed) => ask<OwnPlace>(server, `/leaderboard/own?${new URLSearchParams({ rules, speed })}`);
