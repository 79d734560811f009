// Who is here, a guest or an account, as far as anybody has asked.
import type { Me } from "../../../wire/types";
import { whoAmI } from "../net/people";
import { Stored } from "../browser/stored";
import { renew } from "../places/places.svelte";

class Myself {
  /** What the server has told; null until it is asked. */
  known: Me | null = $state.raw(null);
  /** The name of the account, which all tabs remember; empty for a guest. */
  name = $state("");
  #asked: Promise<Me> | null = null;
  #stored = new Stored<string>("account", "", (name) => {
    if (name === this.name) return;
    // Another tab has signed in or out.
    this.#forget();
    this.name = name;
    renew();
  });

  constructor() {
    this.name = this.#stored.value;
  }

  /** Ask the server, unless it has told; rejects where it does not answer. */
  async load(): Promise<Me> {
    if (this.known) return this.known;
    const asked = this.#asked ??= whoAmI();
    try {
      const told = await asked;
      if (this.#asked === asked) this.become(told);
      return told;
    } finally {
      if (this.#asked === asked) this.#asked = null;
    }
  }

  /** The server has told anew who is here. */
  become(told: Me): void {
    this.known = told;
    this.name = told.account?.name ?? "";
    if (this.name !== this.#stored.value) this.#stored.change(() => this.name);
  }

  /** Somebody has signed in or out here: the server is asked who, and the socket connects as him. */
  async arrive(): Promise<void> {
    this.#asked = null;
    renew();
    this.become(await whoAmI());
  }

  #forget(): void {
    this.known = this.#asked = null;
  }
}

export const me = new Myself();
