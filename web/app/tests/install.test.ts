// The button that installs the app.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Settings from "../src/frame/Settings.svelte";

let shown: object;

beforeEach(() => {
  shown = mount(Settings, { target: document.body, props: { onclose: () => {}, onkeys: () => {} } });
  flushSync();
});
afterEach(() => { void unmount(shown); document.body.replaceChildren(); });

const button = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Install as an app");

test("a browser that offers nothing has a sentence that says where to look", () => {
  expect(button()).toBeUndefined();
  expect(document.body.textContent).toContain("To install Eckstein as an app");
});

test("a browser that can install is asked once, and only by the button", () => {
  const prompt = vi.fn(async () => ({ outcome: "accepted" }));
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  flushSync();
  expect([event.defaultPrevented, prompt.mock.calls.length]).toEqual([true, 0]);
  button()!.click();
  flushSync();
  expect(prompt).toHaveBeenCalledOnce();
  expect(button()).toBeUndefined();
});

test("an app that is installed says no more of it", () => {
  window.dispatchEvent(new Event("appinstalled"));
  flushSync();
  expect(document.body.textContent).not.toContain("To install Eckstein as an app");
});
