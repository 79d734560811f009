// What is asked of the server about somebody.
import type { History, HistoryQuery, RatingCourse, RatingFacts, RatingPoint } from "../../../../wire/types";
import { ask } from "../../net/api";
import { serverPlace as server } from "../../net/place";

/** How a rating of somebody has changed, in order. */
export async function courseOf(name: string, { rules, speed }: RatingFacts): Promise<RatingPoint[]> {
  const search = new URLSearchParams({ rules, speed });
  return (await ask<RatingCourse>(server, `/people/${encodeURIComponent(name)}/rating?${search}`)).course;
}

/** Games of somebody that have ended, the newest first. */
export function historyOf(name: string, query: HistoryQuery): Promise<History> {
  const told = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(told.map(([key, value]) => [key, String(value)]));
  return ask<History>(server, `/people/${encodeURIComponent(name)}/games?${search}`);
}
