// What Eckstein is.
import { later, shown, type Route } from "../../frame/page";

const view = later(() => import("./About.svelte"));

export default (() => shown(view, {})) satisfies Route;
