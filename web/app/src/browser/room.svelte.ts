// How much room a window has: the board above its tools or beside them, and what may stand around it.
// All pages lay themselves out by this, also in styles, by `[data-room="..."]`.

/** The first that holds counts. */
const KINDS = {
  /** The board is above its tools. */
  stacked: "(max-width: 559px), (max-aspect-ratio: 1/1)",
  /** Beside them, in a window so low that all of them scroll together. */
  low: "(max-height: 500px)",
  /** Beside them, with room above and below the board rather than at its sides. */
  tight: "(max-aspect-ratio: 3/2), (max-width: 1099px)",
  /** Beside them, with room at its sides. */
  wide: "all",
} as const;

export type RoomKind = keyof typeof KINDS;

class Room {
  kind: RoomKind = $state("wide");
  /** Whether the window is high enough for moves and a tool one below the other. */
  #high = $state(true);
  /** Whether it is higher than that of most laptops. */
  #tall = $state(true);

  constructor() {
    const kinds = Object.entries(KINDS).map(([kind, query]) => [kind as RoomKind, matchMedia(query)] as const);
    const high = matchMedia("(min-height: 641px)"), tall = matchMedia("(min-height: 851px)");
    const measure = () => {
      this.kind = kinds.find(([, { matches }]) => matches)![0];
      this.#high = high.matches;
      this.#tall = tall.matches;
    };
    for (const list of [high, tall, ...kinds.map(([, one]) => one)]) list.addEventListener("change", measure);
    measure();
  }

  /** Whether all tools scroll with the page, or the low window. */
  get small(): boolean {
    return this.kind === "stacked" || this.kind === "low";
  }

  /** Whether there is room beside the board for what is told elsewhere, too. */
  get spares(): boolean {
    return this.kind === "wide" && this.#tall;
  }

  /** Whether the moves have a place of their own beside the tools; else they are one of them. */
  get splits(): boolean {
    return this.#high && !this.small;
  }
}

export const room = new Room();
