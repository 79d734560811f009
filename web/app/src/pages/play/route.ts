// A board to play on at once, a game on the server, or one that this browser keeps.
import { shown, type Route } from "../../frame/page";
import Play from "./Play.svelte";

const view = () => Play;

export default (({ path, parts: { id = null }, url: { hash, pathname } }, visit) => {
  const here = path.startsWith("/here");
  return shown(view, { id, token: id && !here && hash.slice(1) || null, here }, id ? pathname : visit);
}) satisfies Route;
