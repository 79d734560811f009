// Why not: a square that is pointed at for a moment, and that what is picked cannot reach, is asked about.
import type { BoardState } from "../state/state";

const WAIT = 250;                       // milliseconds

/** From now on the host is asked why the square pointed at cannot be reached. */
export function askWhyNot(state: BoardState): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = "";
  state.on("change", () => {
    const [origin, square] = [state.origin(), state.beyond()];
    const key = square === null ? "" : `${origin} ${square}`;
    if (key === asked) return;
    asked = key;
    clearTimeout(timer);
    if (square !== null) timer = setTimeout(() => {
      if (square === state.beyond() && origin === state.origin()) state.refuse(origin!, square, false);
    }, WAIT);
  });
}
