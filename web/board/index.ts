// The board as a module: the element `eckstein-board`, what it is told, and its words.
import { EcksteinBoard } from "./element";

export { EcksteinBoard };
export { THEMES } from "./drawing/theme";
export { english } from "./words/words";
export type { Catalogue } from "./words/words";
export type * from "./view/view";

if (typeof customElements !== "undefined" && !customElements.get("eckstein-board"))
  customElements.define("eckstein-board", EcksteinBoard);

declare global {
  interface HTMLElementTagNameMap {
    "eckstein-board": EcksteinBoard;
  }
}
