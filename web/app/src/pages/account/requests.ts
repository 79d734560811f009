// What the page of an account asks the server.
import type {
  AskForAccount, AskToRecover, BecomeBot, BotFacts, Calendar, CardSignIn, ChooseKinds, ChooseMails, Codes, DropPasskey, DropToken, GoAway, LinkAsked, LinkStands, MadeToken, Me, NewAccount, NewName, NewPassword, NewToken, OwnMail, PasskeyAnswer, PasskeyQuestion, Policy, PushDevices, Recover, RecoverByLink, RecoveryLink, SetAddress, SetPublic, SignIn, SignOut, SignedIn, Subscribe, Unsubscribe,
} from "../../../../wire/types";
import { ask } from "../../net/api";
import { serverPlace as server } from "../../net/place";

/** Where all that is kept of an account can be had as a file. */
export const EXPORT = "/api/v1/account/export";

/** A POST about whoever is signed in, without anything else to tell. */
const post = <Answer>(path: string) => ask<Answer, object>(server, path, {});

export const createAccount = (wish: NewAccount) => ask<SignedIn, NewAccount>(server, "/account", wish);
export const askForAccount = (wish: AskForAccount) => ask<PasskeyQuestion, AskForAccount>(server, "/account/passkey/ask", wish);
export const createWithPasskey = (answer: PasskeyAnswer) => ask<SignedIn, PasskeyAnswer>(server, "/account/passkey", answer);

export const signIn = (wish: SignIn) => ask<SignedIn, SignIn>(server, "/account/sign-in", wish);
export const signInWithCard = (wish: CardSignIn) => ask<SignedIn, CardSignIn>(server, "/account/sign-in/card", wish);
export const recover = (wish: Recover) => ask<SignedIn, Recover>(server, "/account/recover", wish);
/** Have a link sent that replaces a forgotten password; nobody is told whether there is such an account. */
export const askToRecover = (wish: AskToRecover) => ask<LinkAsked, AskToRecover>(server, "/account/recover/ask", wish);
export const lookAtLink = (wish: RecoveryLink) => ask<LinkStands, RecoveryLink>(server, "/account/recover/look", wish);
export const recoverByLink = (wish: RecoverByLink) => ask<SignedIn, RecoverByLink>(server, "/account/recover/link", wish);
export const askWho = () => post<PasskeyQuestion>("/account/sign-in/ask");
export const signInWithPasskey = (answer: PasskeyAnswer) => ask<SignedIn, PasskeyAnswer>(server, "/account/sign-in/passkey", answer);
export const signOut = (which: SignOut) => ask<Me, SignOut>(server, "/account/sign-out", which);

export const rename = (wish: NewName) => ask<Me, NewName>(server, "/account/name", wish);
export const setPassword = (wish: NewPassword) => ask<Me, NewPassword>(server, "/account/password", wish);
export const newCodes = () => post<Codes>("/account/codes");
export const askForPasskey = () => post<PasskeyQuestion>("/account/passkeys/ask");
export const addPasskey = (answer: PasskeyAnswer) => ask<Me, PasskeyAnswer>(server, "/account/passkeys", answer);
export const dropPasskey = (which: DropPasskey) => ask<Me, DropPasskey>(server, "/account/passkeys/drop", which);
/** A token for a program; it is told only now. */
export const newToken = (wish: NewToken) => ask<MadeToken, NewToken>(server, "/account/tokens", wish);
export const dropToken = (which: DropToken) => ask<Me, DropToken>(server, "/account/tokens/drop", which);
/** Let everybody study one's games, or nobody any more. */
export const setPublic = (wish: SetPublic) => ask<Me, SetPublic>(server, "/account/public", wish);
/** Go on vacation for some days, or be back. */
export const setVacation = (wish: GoAway) => ask<Me, GoAway>(server, "/account/vacation", wish);
/** A new address of the calendar; it is told only now. */
export const newCalendar = () => post<Calendar>("/account/calendar");
export const dropCalendar = () => post<Me>("/account/calendar/drop");

/** Devices that get notices by Web Push. */
export const pushDevices = () => ask<PushDevices>(server, "/account/push");
export const subscribeHere = (wish: Subscribe) => ask<PushDevices, Subscribe>(server, "/account/push", wish);
export const chooseKinds = (wish: ChooseKinds) => ask<PushDevices, ChooseKinds>(server, "/account/push/kinds", wish);
export const dropDevice = (which: Unsubscribe) => ask<PushDevices, Unsubscribe>(server, "/account/push/drop", which);

/** Where mail to the account goes. */
export const ownMail = () => ask<OwnMail>(server, "/account/mail");
export const setAddress = (wish: SetAddress) => ask<OwnMail, SetAddress>(server, "/account/mail", wish);
export const chooseMails = (wish: ChooseMails) => ask<OwnMail, ChooseMails>(server, "/account/mail/kinds", wish);
export const dropAddress = () => post<OwnMail>("/account/mail/drop");
export const deleteAccount = () => post<Me>("/account/delete");

/** Make an account a bot, for ever. */
export const becomeBot = (wish: BecomeBot) => ask<BotFacts, BecomeBot>(server, "/bot", wish);
/** Say what a bot accepts. */
export const setPolicy = (policy: Policy) => ask<BotFacts, Policy>(server, "/bot/policy", policy);
