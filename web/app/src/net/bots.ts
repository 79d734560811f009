// What is asked of the server about bots.
import type { BecomeBot, BotFacts, BotHere, BotsHere, Policy } from "../../../wire/types";
import { profileOf } from "./accounts";
import { ask } from "./api";
import { serverPlace as server } from "./place";

/** Those that are here, with what they accept. */
export const botsHere = async (): Promise<BotHere[]> => (await ask<BotsHere>(server, "/bots")).bots;
/** Whether people may chat with a bot; no, if the server cannot say. */
export const botChats = async (name: string): Promise<boolean> => (await profileOf(name).catch(() => null))?.bot?.policy.chats ?? false;
/** Make an account a bot, for ever. */
export const becomeBot = (wish: BecomeBot) => ask<BotFacts, BecomeBot>(server, "/bot", wish);
/** Say what a bot accepts. */
export const setPolicy = (policy: Policy) => ask<BotFacts, Policy>(server, "/bot/policy", policy);
