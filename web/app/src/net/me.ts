// What every page may ask the server about whoever is here, an account or a guest.
import type { Me, OwnGames } from "../../../wire/types";
import { ask } from "./api";
import { serverPlace } from "./place";

export const whoAmI = () => ask<Me>(serverPlace, "/account");

/** His games that go on. */
export const ownGames = () => ask<OwnGames>(serverPlace, "/account/games");
