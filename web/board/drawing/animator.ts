// From one view to the next: what is shown, what the player has just done, what is to come.
import type { Running } from "./clock";
import { motionOf } from "../space/motion";
import { isPass, samePieces, transition, viewAfter } from "../view/moves";
import type { Scene } from "./scene";
import type { Viewport } from "../space/squares";
import { nextViewport, viewportOf } from "../space/squares";
import type { Stage } from "./stage";
import type { BoardState } from "../state/state";
import type { Move, View } from "../view/view";

const FADE = 160;                       // milliseconds of a cross-fade
const QUEUE = 2;                        // views that may wait for what is moving
const GLIDE = 340;                      // of the frame of an endless board

/** What the animator asks of the drawing around it. */
export interface Screen {
  scene(viewport: Viewport): Scene;
  /** Milliseconds for a tilt; 0 where nothing should move. */
  tiltTime(): number;
}

export class Animator {
  private viewport: Viewport | null = null;
  private running: Running | null = null;
  private chain: Promise<void> | null = null;

  constructor(private state: BoardState, private stage: Stage, private screen: Screen) {
    state.on("commit", (move, before, rolled) => this.commit(move, before, rolled));
  }

  /** Show a view once those before it stand; resolves when it stands itself. */
  show(next: View): Promise<void> {
    const { waiting, coming } = this.state;
    waiting.push(next);
    // Whoever falls behind catches up: what is still moving comes to its end at once. But a quick
    // reply must not cut short the move it answers.
    if (waiting.length + Number(coming !== null) > QUEUE) this.running?.finish();
    this.chain ??= this.work().finally(() => { this.chain = null; });
    return this.chain;
  }

  /** Whoever may play and presses something is shown at once where things stand. */
  catchUp(): void {
    const { state } = this;
    if (state.settings.playable === "none") return;
    const waits = state.waiting.at(-1);
    const last = waits ?? state.coming;
    if (!last) return;
    state.waiting = [];
    state.pending = null;
    this.running?.finish();
    if (waits) state.emit("arrival", waits);
    this.stage.slideFrame(last, 0);
    this.place(last);
  }

  private async work(): Promise<void> {
    const { state } = this;
    while (state.waiting.length) {
      if (this.running && state.pending) await this.running.done;
      const next = state.waiting.shift();
      if (next) await this.present(next);
    }
  }

  private async present(next: View): Promise<void> {
    const { state, state: { pending, shown } } = this;
    if (pending && shown && next.ply === pending.before.ply
      && next.position === pending.before.position) return;
    const own = pending && next.ply === pending.before.ply + 1
      && next.last?.text === pending.move.text;
    state.pending = null;
    state.emit("arrival", next);
    if (own) this.settle(next);
    else await this.change(shown, next);
  }

  /** The host has confirmed what the player did: it stands there already. */
  private settle(next: View): void {
    this.stage.slideFrame(next, this.screen.tiltTime() && GLIDE);
    this.place(next);
  }

  private async change(shown: View | null, next: View): Promise<void> {
    const { state } = this;
    const how = transition(shown, next);
    if (!shown || shown.game !== next.game || !sameShape(shown, next)) {
      this.look(next, viewportOf(next));
      this.stage.setPieces(next.pieces, 0);
    } else if ((how.kind === "forward" || how.kind === "back") && !isPass(how.move)) {
      const moving = { ...next, legal: null, threats: [], check: false, outcome: null };
      state.coming = next;
      state.show(moving);
      await this.move(how.kind === "back" ? next : shown, how.move, how.kind === "back");
      state.coming = null;
      if (state.shown !== moving) return;
      this.stage.slideFrame(next, this.screen.tiltTime() && GLIDE);
    } else this.stage.slideFrame(next, 0);
    this.place(next);
  }

  /** Show a move forward or backward; `before` is the view in which it can be made. */
  private async move(before: View, move: Move, backward: boolean, rolled = false): Promise<void> {
    const { state } = this;
    const speed = this.screen.tiltTime();
    if (!speed) {
      if (!rolled) state.emit("sound", "land");
      return;
    }
    if (backward) this.stage.setPieces(before.pieces, 0);
    const own = state.pending?.move === move;
    const motion = motionOf(before, move, this.stage.where, speed, rolled, !own && !backward);
    this.running = this.stage.play(motion, backward, (kind) => state.emit("sound", kind));
    await this.running.done;
    this.running = null;
  }

  /** Everything where a view says; on an endless board the viewport follows if it must. */
  private place(view: View): void {
    const wanted = nextViewport(this.viewport ?? viewportOf(view), view);
    if (JSON.stringify(wanted) !== JSON.stringify(this.viewport)) {
      this.viewport = wanted;
      this.stage.glide(this.screen.scene(wanted), view, this.screen.tiltTime() && GLIDE);
    }
    this.stage.setPieces(view.pieces, FADE);
    this.state.show(view);
  }

  /** Look at a view anew, after a change of theme, side or size too. */
  look(view: View, viewport = this.viewport ?? viewportOf(view)): void {
    this.viewport = viewport;
    this.stage.setScene(this.screen.scene(viewport), view);
  }

  /** The player has made a move: it is shown at once, before the host has said anything. */
  private commit(move: Move, before: View, rolled: boolean): void {
    const { state } = this;
    const after = viewAfter(before, move);
    state.pending = { before, move };
    state.show(after);
    void this.move(before, move, false, rolled).then(() => {
      if (state.shown === after) this.stage.setPieces(after.pieces, FADE);
    });
  }

  /** The host refuses the move: it is taken back, and can be made anew. */
  async reject(): Promise<void> {
    const { state } = this;
    if (!state.pending) return;
    const { before, move } = state.pending;
    this.running?.finish();
    state.pending = null;
    await this.move(before, move, true);
    if (state.shown && samePieces(state.shown.pieces, viewAfter(before, move).pieces))
      this.place(before);
  }
}

function sameShape(a: View, b: View): boolean {
  return a.board.wrap === b.board.wrap
    && (b.board.wrap > 0 || (a.board.columns === b.board.columns && a.board.rows === b.board.rows));
}
