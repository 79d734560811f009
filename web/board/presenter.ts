// From one view to the next: what is shown, what the player has just done, what is to come.
import type { Running } from "./clock";
import type { Noise } from "./motion";
import { motionOf } from "./motion";
import { isPass, samePieces, transition, viewAfter } from "./moves";
import type { Scene } from "./scene";
import type { Window } from "./squares";
import { nextWindow, windowOf } from "./squares";
import type { Stage } from "./stage";
import type { Move, View } from "./view";

const FADE = 160;                       // milliseconds of a cross-fade
const QUEUE = 2;                        // views that may wait for what is moving
const GLIDE = 340;                      // of the frame of an endless board

export interface Screen {
  scene(shown: Window): Scene;
  /** Milliseconds for a tilt; 0 where nothing should move. */
  speed(): number;
  noise(kind: Noise): void;
  /** A view stands, or stands for now: nothing can be done in it while something moves. */
  shows(view: View): void;
  /** The host, or the other player, has made a move. */
  told(view: View): void;
}

export class Presenter {
  shown: View | null = null;
  private shownWindow: Window | null = null;
  private pending: { before: View; move: Move } | null = null;
  private running: Running | null = null;
  private chain: Promise<void> | null = null;
  private queue: View[] = [];
  /** The view to which something moves now. */
  private coming: View | null = null;

  constructor(private stage: Stage, private screen: Screen) {}

  /** Show a view once those before it stand; resolves when it stands itself. */
  show(next: View): Promise<void> {
    this.queue.push(next);
    // Whoever falls behind catches up: what is still moving comes to its end at once. But a quick
    // reply must not cut short the move it answers.
    if (this.queue.length + Number(this.coming !== null) > QUEUE) this.running?.finish();
    this.chain ??= this.work().finally(() => { this.chain = null; });
    return this.chain;
  }

  /** Whoever presses something is shown at once where things stand, however much still moves. */
  catchUp(): void {
    const waits = this.queue.at(-1);
    const last = waits ?? this.coming;
    if (!last) return;
    this.queue = [];
    this.pending = null;
    this.running?.finish();
    if (waits) this.screen.told(waits);
    this.stage.slideFrame(last, 0);
    this.place(last);
  }

  private async work(): Promise<void> {
    while (this.queue.length) {
      if (this.running && this.pending) await this.running.done;
      const next = this.queue.shift();
      if (next) await this.present(next);
    }
  }

  private async present(next: View): Promise<void> {
    const { pending, shown } = this;
    if (pending && shown && next.ply === pending.before.ply
      && next.position === pending.before.position) return;
    const own = pending && next.ply === pending.before.ply + 1
      && next.last?.text === pending.move.text;
    this.pending = null;
    this.screen.told(next);
    if (own) this.settle(next);
    else await this.change(shown, next);
  }

  /** The host has confirmed what the player did: it stands there already. */
  private settle(next: View): void {
    this.stage.slideFrame(next, this.screen.speed() && GLIDE);
    this.place(next);
  }

  private async change(shown: View | null, next: View): Promise<void> {
    const how = transition(shown, next);
    if (!shown || shown.game !== next.game || !sameShape(shown, next)) {
      this.look(next, windowOf(next));
      this.stage.setPieces(next.pieces, 0);
    } else if ((how.kind === "forward" || how.kind === "back") && !isPass(how.move)) {
      const moving = { ...next, legal: null, threats: [], check: false, outcome: null };
      this.shown = moving;
      this.coming = next;
      this.screen.shows(moving);
      await this.move(how.kind === "back" ? next : shown, how.move, how.kind === "back");
      this.coming = null;
      if (this.shown !== moving) return;
      this.stage.slideFrame(next, this.screen.speed() && GLIDE);
    } else this.stage.slideFrame(next, 0);
    this.place(next);
  }

  /** Show a move forward or backward; `before` is the view in which it can be made. */
  private async move(before: View, move: Move, backward: boolean, rolled = false): Promise<void> {
    const speed = this.screen.speed();
    if (!speed) {
      if (!rolled) this.screen.noise("land");
      return;
    }
    if (backward) this.stage.setPieces(before.pieces, 0);
    const motion = motionOf(before, move, this.stage.where, speed, rolled);
    this.running = this.stage.play(motion, backward, (kind) => this.screen.noise(kind));
    await this.running.done;
    this.running = null;
  }

  /** Everything where a view says; on an endless board the window follows if it must. */
  private place(view: View): void {
    this.shown = view;
    const wanted = nextWindow(this.shownWindow ?? windowOf(view), view);
    if (JSON.stringify(wanted) !== JSON.stringify(this.shownWindow)) {
      this.shownWindow = wanted;
      this.stage.glide(this.screen.scene(wanted), view, this.screen.speed() && GLIDE);
    }
    this.stage.setPieces(view.pieces, FADE);
    this.screen.shows(view);
  }

  /** Look at a view anew, after a change of theme, side or size too. */
  look(view: View, shown = this.shownWindow ?? windowOf(view)): void {
    this.shownWindow = shown;
    this.stage.setScene(this.screen.scene(shown), view);
  }

  /** The player has made a move: it is shown at once, before the host has said anything. */
  commit(move: Move, rolled: boolean): void {
    const before = this.shown!;
    this.pending = { before, move };
    const after = viewAfter(before, move);
    this.shown = after;
    this.screen.shows(after);
    void this.move(before, move, false, rolled).then(() => {
      if (this.shown === after) this.stage.setPieces(after.pieces, FADE);
    });
  }

  /** The host refuses the move: it is taken back, and can be made anew. */
  async reject(): Promise<void> {
    if (!this.pending) return;
    const { before, move } = this.pending;
    this.running?.finish();
    this.pending = null;
    await this.move(before, move, true);
    if (this.shown && samePieces(this.shown.pieces, viewAfter(before, move).pieces))
      this.place(before);
  }
}

function sameShape(a: View, b: View): boolean {
  return a.board.wrap === b.board.wrap
    && (b.board.wrap > 0 || (a.board.columns === b.board.columns && a.board.rows === b.board.rows));
}
