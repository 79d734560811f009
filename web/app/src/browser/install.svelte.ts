// Whether the browser lets this app be installed, and does so when it is asked by a button.

/** The event of browsers that install apps; no standard yet. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

class Installing {
  #event: InstallEvent | null = $state(null);
  /** It runs as an app, or has just become one. */
  installed = $state(matchMedia("(display-mode: standalone)").matches);

  constructor() {
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();               // the browser is not to ask by itself
      this.#event = event as InstallEvent;
    });
    window.addEventListener("appinstalled", () => { this.installed = true; });
  }

  /** Whether the browser can be asked now. */
  get possible(): boolean {
    return this.#event !== null;
  }

  /** Ask the browser, which asks the user. */
  async ask(): Promise<void> {
    const event = this.#event;
    this.#event = null;                     // a browser answers once
    await event?.prompt();
  }
}

export const installing = new Installing();
