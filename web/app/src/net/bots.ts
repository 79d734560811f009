// What is asked of the server about bots.
import type { BecomeBot, BotFacts, BotHere, BotsHere, Policy } from "../../../wire/types";
import { ask } from "./api";
import { serverPlace as server } from "./place";

/** Those that are here, with what they accept. */
export const botsHere = async (): Promise<BotHere[]> => (await ask<BotsHere>(server, "/bots")).bots;
/** Make an account a bot, for ever. */
export const becomeBot = (wish: BecomeBot) => ask<BotFacts, BecomeBot>(server, "/bot", wish);
/** Say what a bot accepts. */
export const setPolicy = (policy: Policy) => ask<BotFacts, Policy>(server, "/bot/policy", policy);
