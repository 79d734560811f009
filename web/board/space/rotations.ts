// Turning a die by hand, while a position is set up.
import type { Faces, Side } from "../view/view";

const OPPOSITE: Record<Side, Side> = {
  top: "bottom", bottom: "top", north: "south", south: "north", east: "west", west: "east",
};

/** A die after a quarter turn over the edge on this side. */
export function tilted(die: Faces, towards: "north" | "east" | "south" | "west"): Faces {
  const back = OPPOSITE[towards];
  return {
    ...die, top: die[back], [towards]: die.top, bottom: die[towards], [back]: die.bottom,
  };
}

/** A die turned on the spot, clockwise as seen from above. */
export function spun(die: Faces): Faces {
  return { ...die, east: die.north, south: die.east, west: die.south, north: die.west };
}
