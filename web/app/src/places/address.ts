// The address of a position or a game: what is in it can be copied, kept and opened again.
import { departures } from "../words/levels.svelte";
import type { PositionRef } from "../../../wire/types";

/** Whether a position is played by other than the usual rules. */
export function unusual({ game, options }: PositionRef): boolean {
  return Object.keys(departures(game, options)).length > 0;
}

/** Where a position can be looked at; options are named only where they are not the usual ones. */
export function addressOf({ game, position, moves, options }: PositionRef): string {
  const query = new URLSearchParams({ game });
  if (position) query.set("position", position);
  if (moves?.length) query.set("moves", moves.join(" "));
  for (const [name, value] of Object.entries(departures(game, options))) query.append("option", `${name}=${value}`);
  // Of what is escaped here, addresses may have these as they are; so links are shorter.
  return `/analysis?${query.toString().replace(/%(3A|2F|40)/g, (escaped) => decodeURIComponent(escaped))}`;
}

/** The page of a game: on the server, or kept in this browser. */
export function pageOf(id: string, kept = false): string {
  return kept ? `/here/${id}` : `/game/${id}`;
}
