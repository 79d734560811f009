// A move made in advance: what can be decided upon while the opponent thinks, and what becomes of it.
import { loses } from "../../../../board/view/moves";
import type { View } from "../../../../board/view/view";
import { premovesIn } from "./requests";
import { fill, t } from "../../words/index.svelte";
import { why } from "../../words/why";
import { mind } from "../../places/places.svelte";
import { settings } from "../../browser/settings.svelte";
import { other, type OnlineGame } from "../../game/online-game.svelte";
import { toasts } from "../../places/toasts.svelte";

export class Premove {
  /** The position with what can be decided upon in it; null where nothing can. */
  ahead: View | null = $state.raw(null);
  /** What is decided, as text. */
  text: string | null = $state(null);
  #online: OnlineGame | null = null;

  /** A game stands so: ask what can be decided upon, or do what has been decided. */
  async follow(online: OnlineGame | null, view: View | null): Promise<void> {
    const [mine, ...others] = online?.yours ?? [];
    const decided = online === this.#online ? this.text : null;
    const same = this.ahead?.position === view?.position && online === this.#online && settings.premoves;
    this.#online = online;
    if (same && online?.running) return;
    const next = view?.ply === (this.ahead?.ply ?? NaN) + 1;
    const notation = decided && (this.ahead?.legal?.find((move) => move.text === decided)?.notation ?? decided);
    this.ahead = this.text = null;
    if (!online?.running || !view?.legal || view.outcome || !mine || others.length) return;
    if (view.turn === mine) {
      if (decided && next) this.#make(online, view, decided, notation!);
    } else if (settings.premoves) await this.#ask(online, view);
  }

  async #ask(online: OnlineGame, view: View): Promise<void> {
    const { rules: game, options, start: position, moves } = online;
    const legal = await premovesIn(mind, { game, options, position, moves: moves.map(({ text }) => text) }).catch(() => []);
    if (this.#online !== online || online.view?.position !== view.position || !online.running || !legal.length) return;
    this.ahead = { ...view, turn: other(view.turn), legal, threats: [], check: false };
  }

  /** It is made as soon as the turn has come; the server says whether it can be. */
  #make(online: OnlineGame, view: View, text: string, move: string): void {
    const known = view.legal!.find((legal) => legal.text === text);
    const drop = (reason: string) => toasts.tell(fill(t().play.premoveGone, { move, why: reason }));
    if (known && loses(known, view)) drop(t().play.premoveLoses);
    else void online.move(text, (refusal) => drop(why(refusal)));
  }
}
