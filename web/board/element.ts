// The element `eckstein-board`: attributes, properties and methods lead to the state, and what the
// state has for the host becomes an event.
import { readFilm } from "./view/film";
import { bufferInput } from "./input/buffer";
import type { interact } from "./interaction";
import { Renderer } from "./renderer";
import type { Settings } from "./state/settings";
import { NAMES, parseSetting } from "./state/settings";
import { BoardState } from "./state/state";
import styles from "./style.css?inline";
import { html, sheetOf } from "./drawing/svg";
import type { Arrow, Film, Mark, Pieces, View } from "./view/view";
import type { Catalogue } from "./words/words";

const PROPERTIES = ["view", "ahead", "premove", "arrows", "marks", "catalogue", "evaluationText", "film"];

// Asked for at once, so that it comes while the first position is being drawn.
let interaction: typeof interact | null = null;
const loading = import("./interaction").then((module) => { interaction = module.interact; });

/** An element has each setting as a property. */
export interface EcksteinBoard extends Settings {}

export class EcksteinBoard extends HTMLElement {
  static observedAttributes = [...NAMES, "src", "controls"];

  /** Resolves when the board can be played on, a moment after it can be seen. */
  readonly ready: Promise<void>;
  private state = new BoardState();
  private renderer = new Renderer(this.state, this);

  static {
    for (const name of NAMES) Object.defineProperty(this.prototype, name, {
      get(this: EcksteinBoard) { return this.state.settings[name]; },
      set(this: EcksteinBoard, value: never) { this.state.set(name, value); },
    });
  }

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheetOf(styles)];
    shadow.append(this.renderer.root);
    this.state.on("event", (name, detail) => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    });
    this.ready = this.begin();
  }

  /** Begin to react to pointer and keys, at once or as soon as the module for that is there. */
  private async begin(): Promise<void> {
    const { state, renderer } = this;
    if (interaction) return interaction(state, renderer);
    const end = bufferInput(renderer.root);
    return loading.then(() => {
      interaction!(state, renderer);
      end().forEach((again) => again());
    }, (error: unknown) => {
      end();
      this.fail("interaction.missing", error);
    });
  }

  connectedCallback(): void {
    this.renderer.connect();
    this.adopt();
    if (this.state.given) this.renderer.rescale();
    else if (!this.hasAttribute("src")) this.readInside();
  }

  disconnectedCallback(): void {
    this.renderer.disconnect();
    this.state.film.play(false);
  }

  /** Properties set before the element was defined are set again, now that it can hear. */
  private adopt(): void {
    const own = this as unknown as Record<string, unknown>;
    for (const name of [...NAMES, ...PROPERTIES]) {
      if (!Object.hasOwn(own, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }

  attributeChangedCallback(name: string, _: string | null, text: string | null): void {
    if (name === "controls") this.state.film.showControls(text !== null);
    else if (name !== "src")
      this.state.set(name as keyof Settings, parseSetting(name as keyof Settings, text));
    else if (text) textAt(text).then((film) => this.read(film), (error: unknown) =>
      this.fail("film.bad", error));
  }

  get view(): View | null { return this.state.given; }
  set view(view) {
    if (!view) this.state.clear();
    else if (this.isConnected) void this.renderer.present(view);
    else this.state.given = view;
  }

  /** The same position with the moves that may be made in advance; null where there are none. */
  get ahead(): View | null { return this.state.ahead; }
  set ahead(view) { this.state.setAhead(view); }

  /** The text of the move that is made in advance. */
  get premove(): string | null { return this.state.premove?.text ?? null; }
  set premove(text) {
    this.state.plan(this.state.ahead?.legal?.find((move) => move.text === text) ?? null);
  }

  get arrows(): Arrow[] { return this.state.hostDrawing.arrows; }
  set arrows(arrows) { this.state.setHostDrawing({ arrows: arrows ?? [] }); }

  get marks(): Mark[] { return this.state.hostDrawing.marks; }
  set marks(marks) { this.state.setHostDrawing({ marks: marks ?? [] }); }

  get catalogue(): Catalogue { return this.state.catalogue; }
  set catalogue(words) { this.state.setCatalogue(words); }

  /** What the key e reads. */
  get evaluationText(): string { return this.state.evaluation; }
  set evaluationText(text) { this.state.setEvaluation(text); }

  set film(film: Film) { this.state.film.load(film); }

  /** Look from the other side. */
  flip(): void { this.state.flip(); }

  /** Pick the piece on a square, or in reserve (`@Q`); null lets go. */
  pick(square: string | null): boolean { return this.state.pick(square); }

  /** Show in advance what a legal move would do; null ends that. */
  offer(text: string | null): void { this.state.offer(text); }

  /** Say why what lies on one square cannot go to another, in answer to `refused`. */
  explain(origin: string, square: string, why: string): void {
    this.state.explain(origin, square, why);
  }

  cancel(): boolean { return this.state.cancel(); }

  /** Take away the user's own arrows and marks. */
  clearDrawings(): void { this.state.setUserDrawing(); }

  /** The move made last was refused: it is taken back. */
  reject(): void { void this.renderer.animator.reject(); }

  /** Begin or end setting up by hand; with pieces, go on from them. */
  setup(on: boolean, pieces?: Pieces): void { this.state.setUp(on, pieces); }

  /** A recorded game may stand in the page itself, as JSON inside the element. */
  private readInside(): void {
    const inside = this.querySelector('script[type="application/json"]')?.textContent;
    if (inside) this.read(inside);
  }

  private read(json: string): void {
    const film = readFilm(json);
    if (typeof film === "string") this.fail("film.bad", film);
    else this.state.film.load(film);
  }

  private fail(sentence: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.renderer.root.prepend(html("p", { class: "error", role: "alert" }, undefined,
      this.state.say(sentence, { why })));
  }
}

/** The text at an address; an error is a sentence for whoever made the page. */
async function textAt(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status}).`);
  return answer.text();
}
