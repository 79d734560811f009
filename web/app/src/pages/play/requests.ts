// What is asked about a game that is played.
import type { JoinGame, Joined, Move, PositionRef, PremovesAnswer } from "../../../../wire/types";
import { ask } from "../../net/api";
import { profileOf } from "../../net/people";
import type { Place } from "../../net/place";

type Asked = Pick<Place, "ask">;

/** Take the seat that is free; `id` makes it safe to ask again. */
export const joinGame = (place: Asked, game: string, id: string) => ask<Joined, JoinGame>(place, `/games/${game}/join`, { id });
/** What whoever is not to move can decide upon in advance. */
export const premovesIn = async (place: Asked, of: PositionRef): Promise<Move[]> => (await ask<PremovesAnswer, PositionRef>(place, "/premoves", of)).moves;
/** Whether people may chat with a bot; no, if the server cannot say. */
export const botChats = async (name: string): Promise<boolean> => (await profileOf(name).catch(() => null))?.bot?.policy.chats ?? false;
