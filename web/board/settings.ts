// The settings of the board, each an attribute and a property of the same name.
import type { Colour, Playable } from "./view";

export interface Settings {
  playable: Playable;
  orientation: Colour;
  mode: "perspective" | "flat";
  theme: string;
  faces: "pips" | "numerals";
  coordinates: boolean;
  sound: boolean;
  speed: number;
  confirm: boolean;
}

type Name = keyof Settings;

const DEFAULTS: Settings = {
  playable: "none", orientation: "white", mode: "perspective", theme: "wood", faces: "pips",
  coordinates: true, sound: true, speed: 220, confirm: false,
};
export const NAMES = Object.keys(DEFAULTS) as Name[];

/** An element with these settings; `changed` is called after each change. */
export abstract class SettingsElement extends HTMLElement implements Settings {
  declare playable: Playable;
  declare orientation: Colour;
  declare mode: Settings["mode"];
  declare theme: string;
  declare faces: Settings["faces"];
  declare coordinates: boolean;
  declare sound: boolean;
  declare speed: number;
  declare confirm: boolean;
  private settings: Settings = { ...DEFAULTS };

  protected abstract changed(name: Name): void;

  /** From an attribute: "off" and "false" switch off; without the attribute it is as usual. */
  protected fromAttribute(name: Name, text: string | null): void {
    const usual = DEFAULTS[name];
    const value = text === null ? usual
      : typeof usual === "boolean" ? !["off", "false"].includes(text)
        : typeof usual === "number" ? Number(text) || 0 : text;
    Object.assign(this, { [name]: value });
  }

  static {
    for (const name of NAMES) Object.defineProperty(this.prototype, name, {
      get(this: SettingsElement) {
        return this.settings[name];
      },
      set(this: SettingsElement, value: never) {
        if (this.settings[name] === value) return;
        this.settings[name] = value;
        this.changed(name);
      },
    });
  }

  /** Properties set before the element was defined are set again, now that it can hear. */
  protected adopt(names: string[]): void {
    for (const name of names) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name) as unknown;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}
