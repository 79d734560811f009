// The page begins here.
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { start } from "./state/places.svelte";

start();
mount(App, { target: document.getElementById("app")! });
