// A recorded game on a page of its own: play, pause, step, and a slider.
import type { BoardState } from "../state/state";
import { html, make, set } from "../drawing/svg";
import type { View } from "../view/view";

const PAUSE = 900;                      // milliseconds between two moves that are played
const ICONS: Record<string, string> = {
  first: "M4 4h3v16H4zM20 4v16L9 12z", back: "M17 4v16L6 12z", play: "M6 3l15 9-15 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z", next: "M7 4l11 8-11 8z",
  last: "M4 4l11 8-11 8zM17 4h3v16h-3z",
};

export class FilmControls {
  readonly root = html("div", { class: "controls", role: "group", part: "controls", hidden: "" });
  private buttons = new Map<string, HTMLButtonElement>();
  private slider = html("input", { type: "range", min: 0, value: 0, "aria-label": "" });
  private told = html("output");
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `show` shows a view and resolves once it stands. */
  constructor(private state: BoardState, private show: (view: View) => Promise<void>) {
    for (const name of ["first", "back", "play", "next", "last"]) {
      const button = html("button", { type: "button", "data-do": name }, this.root);
      make("path", { d: ICONS[name]! }, make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
        button));
      button.addEventListener("click", () => this.press(name));
      this.buttons.set(name, button);
    }
    this.slider.addEventListener("input", () => this.stopAt(Number(this.slider.value)));
    this.root.append(this.slider, this.told);
    const { film } = state;
    film.on("change", () => this.draw());
    film.on("load", () => void this.go(0));
    state.on("words", () => this.draw());
    this.draw();
    void this.go(film.ply);
  }

  private get views(): View[] {
    return this.state.film.film?.views ?? [];
  }

  private press(name: string): void {
    const { film } = this.state;
    const last = this.views.length - 1;
    if (name === "play") {
      if (film.playing) film.play(false);
      else this.start(last);
      return;
    }
    const to = { first: 0, back: film.ply - 1, next: film.ply + 1, last }[name] ?? 0;
    this.stopAt(Math.max(0, Math.min(last, to)));
  }

  private start(last: number): void {
    const { film } = this.state;
    if (film.ply >= last) void this.go(0);
    film.play(true);
    this.timer = setTimeout(() => void this.step(), film.ply ? 0 : PAUSE / 2);
  }

  private async step(): Promise<void> {
    const { timer, state: { film } } = this;
    await this.go(film.ply + 1);
    // One that was stopped meanwhile, and perhaps begun anew, must not go on beside the new one.
    if (timer === null || this.timer !== timer) return;
    if (film.ply >= this.views.length - 1) film.play(false);
    else this.timer = setTimeout(() => void this.step(), PAUSE);
  }

  private stopAt(ply: number): void {
    this.state.film.play(false);
    void this.go(ply);
  }

  private async go(ply: number): Promise<void> {
    const view = this.views[ply];
    if (!view) return;
    this.state.film.goTo(ply);
    await this.show(view);
  }

  private draw(): void {
    const { say, film: { film, ply, playing, controls } } = this.state;
    if (!playing && this.timer !== null) {
      clearTimeout(this.timer);
      this.timer = null;
    }
    this.root.hidden = !controls;
    const count = Math.max(0, this.views.length - 1);
    set(this.slider, { max: count });
    for (const [name, button] of this.buttons) {
      const word = say(name === "play" && playing ? "film.pause" : `film.${name}`);
      set(button, { "aria-label": word, title: word });
    }
    set(this.buttons.get("play")!.querySelector("path")!,
      { d: ICONS[playing ? "pause" : "play"]! });
    this.slider.value = String(ply);
    const notation = film?.views[ply]?.last?.notation;
    const at = say("film.at", { ply, count });
    set(this.slider, { "aria-label": at, "aria-valuetext": notation ?? say("film.start") });
    this.told.textContent = ply ? `${ply}/${count} ${notation ?? ""}` : say("film.start");
  }
}
