// The element for pages of others: a board to play on, which needs no server.
import "../board/index";
import { EcksteinGame } from "./element";

export { EcksteinGame };
export { english, wordsOf } from "./words";

customElements.get("eckstein-game") ?? customElements.define("eckstein-game", EcksteinGame);
