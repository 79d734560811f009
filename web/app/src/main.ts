// The page begins here.
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./browser/install.svelte";
import { frugal, getReady, start } from "./places/places.svelte";
import { settings } from "./browser/settings.svelte";
import { whenIdle } from "./browser/pause";
import { install } from "./browser/update.svelte";
import { load } from "./words/index.svelte";

start();
await load(settings.language);
mount(App, { target: document.getElementById("app")! });

/** Once the page stands: keep the app for a time without network, and get its own worker ready. */
function settle(): void {
  whenIdle(() => void install().then(() => whenIdle(() => {
    getReady();
    void import("./kept/judging.svelte").then(({ watch }) => watch());
  })));
}

if (!frugal()) {
  if (document.readyState === "complete") settle();
  else addEventListener("load", settle);
}
