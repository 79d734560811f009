// A recorded game: which of its positions is shown, and whether it plays.
import { Signals } from "./signals";
import type { Film } from "../view/view";

export interface FilmSignals {
  /** Another film is there. */
  load: [];
  /** Another position is shown, it plays or pauses, or its buttons are shown or hidden. */
  change: [];
}

export class FilmState extends Signals<FilmSignals> {
  film: Film | null = null;
  ply = 0;
  playing = false;
  /** Whether its buttons are shown. */
  controls = false;

  load(film: Film): void {
    this.film = film;
    this.ply = 0;
    this.play(false);
    this.emit("load");
  }

  goTo(ply: number): void {
    this.ply = ply;
    this.emit("change");
  }

  play(on: boolean): void {
    this.playing = on;
    this.emit("change");
  }

  showControls(on: boolean): void {
    this.controls = on;
    this.emit("change");
  }
}
