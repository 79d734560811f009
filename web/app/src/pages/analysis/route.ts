// The analysis of what the question of the address names.
import { later, shown, type Route } from "../../frame/page";
import { loadStudy } from "./words.svelte";

const view = later(() => import("./Analysis.svelte"), loadStudy);

export default (({ url }, visit) => shown(view, { query: url.searchParams }, visit, true)) satisfies Route;
