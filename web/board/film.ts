// A recorded game on a page of its own: play, pause, step, and a slider.
import { html, make, set } from "./svg";
import type { Film, View } from "./view";
import type { Say } from "./words";

const PAUSE = 900;                      // milliseconds between two moves that are played
const ICONS: Record<string, string> = {
  first: "M4 4h3v16H4zM20 4v16L9 12z", back: "M17 4v16L6 12z", play: "M6 3l15 9-15 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z", next: "M7 4l11 8-11 8z",
  last: "M4 4l11 8-11 8zM17 4h3v16h-3z",
};

/** Why something is not a film, as a sentence; or the film. */
export function readFilm(json: string): Film | string {
  let film: unknown;
  try {
    film = JSON.parse(json);
  } catch {
    return "it is not JSON.";
  }
  const views = (film as Film | null)?.views;
  if (!Array.isArray(views) || !views.length) return "it has no positions (views).";
  if (!views.every((view) => view?.board && view.pieces))
    return "a position in it lacks its board.";
  return film as Film;
}

export class FilmControls {
  readonly root = html("div", { class: "controls", role: "group", part: "controls", hidden: "" });
  private buttons = new Map<string, HTMLButtonElement>();
  private slider = html("input", { type: "range", min: 0, value: 0, "aria-label": "" });
  private told = html("output");
  private film: Film | null = null;
  private ply = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `show` shows a view and resolves once it stands. */
  constructor(private say: () => Say, private show: (view: View) => Promise<void>) {
    for (const name of ["first", "back", "play", "next", "last"]) {
      const button = html("button", { type: "button", "data-do": name }, this.root);
      make("path", { d: ICONS[name]! }, make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
        button));
      button.addEventListener("click", () => this.press(name));
      this.buttons.set(name, button);
    }
    this.slider.addEventListener("input", () => this.stopAt(Number(this.slider.value)));
    this.root.append(this.slider, this.told);
  }

  /** Load a film from its text; an error is a sentence for whoever made the page. */
  read(json: string): void {
    const film = readFilm(json);
    if (typeof film === "string") throw new Error(film);
    this.load(film);
  }

  load(film: Film): void {
    this.stop();
    this.film = film;
    set(this.slider, { max: film.views.length - 1 });
    void this.go(0);
  }

  get playing(): boolean {
    return this.timer !== null;
  }

  private press(name: string): void {
    const last = (this.film?.views.length ?? 1) - 1;
    if (name === "play") {
      if (this.playing) this.stop();
      else this.start(last);
      return;
    }
    const to = { first: 0, back: this.ply - 1, next: this.ply + 1, last }[name] ?? 0;
    this.stopAt(Math.max(0, Math.min(last, to)));
  }

  private start(last: number): void {
    if (this.ply >= last) void this.go(0);
    this.timer = setTimeout(() => void this.step(), this.ply ? 0 : PAUSE / 2);
    this.draw();
  }

  private async step(): Promise<void> {
    const { timer } = this;
    const views = this.film?.views ?? [];
    await this.go(this.ply + 1);
    // Whoever has stopped meanwhile, and perhaps begun anew, wants no second one to go on beside it.
    if (timer === null || this.timer !== timer) return;
    if (this.ply >= views.length - 1) this.stop();
    else this.timer = setTimeout(() => void this.step(), PAUSE);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.draw();
  }

  private stopAt(ply: number): void {
    this.stop();
    void this.go(ply);
  }

  private async go(ply: number): Promise<void> {
    const view = this.film?.views[ply];
    if (!view) return;
    this.ply = ply;
    this.draw();
    await this.show(view);
  }

  draw(): void {
    const say = this.say();
    const count = Math.max(0, (this.film?.views.length ?? 1) - 1);
    for (const [name, button] of this.buttons) {
      const word = say(name === "play" && this.playing ? "film.pause" : `film.${name}`);
      set(button, { "aria-label": word, title: word });
    }
    set(this.buttons.get("play")!.querySelector("path")!,
      { d: ICONS[this.playing ? "pause" : "play"]! });
    this.slider.value = String(this.ply);
    const notation = this.film?.views[this.ply]?.last?.notation;
    const at = say("film.at", { ply: this.ply, count });
    set(this.slider, { "aria-label": at, "aria-valuetext": notation ?? say("film.start") });
    this.told.textContent = this.ply ? `${this.ply}/${count} ${notation ?? ""}` : say("film.start");
  }
}
