// What a teacher has given to all pupils of a class.
import type { Given } from "../../../wire/types";
import { gameName } from "../words/names";
import { fill } from "../words/index.svelte";
import { a } from "../words/people.svelte";

export const taskName = ({ what, game, many, name }: Given): string => fill(a().given[what], { game: gameName(game), n: many ?? 0, name: name ?? "" });

export const taskPath = ({ what, game, tournament }: Given): string =>
  what === "tournament" ? `/tournaments/${tournament}` : `/${what === "lesson" ? "learn" : what}/${game}`;
