// The address of a position: what is in it can be copied, kept and opened again.
import { told } from "./levels.svelte";
import type { PositionRef } from "../../wire/types";

/** Where a position can be looked at; options are named only where they are not the usual ones. */
export function addressOf({ game, position, moves, options }: PositionRef): string {
  const query = new URLSearchParams({ game });
  if (position) query.set("position", position);
  if (moves?.length) query.set("moves", moves.join(" "));
  const usual = told()?.games[game]?.options ?? [];
  for (const [name, value] of Object.entries(options ?? {})) {
    if (usual.some((option) => option.name === name && option.values[0] !== value)) query.append("option", `${name}=${value}`);
  }
  return `/analysis?${query}`;
}
