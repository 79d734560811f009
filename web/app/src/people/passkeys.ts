// Passkeys: what the browser is asked, and how it answers.
import type { PasskeyAnswer, PasskeyQuestion } from "../../../wire/types";

/** Why there is no answer: somebody wanted none, there is a passkey already, or the device cannot. */
export type PasskeyFault = "cancelled" | "hasPasskey" | "passkeyFailed";

export class NoPasskey extends Error {
  constructor(readonly fault: PasskeyFault) {
    super(fault);
  }
}

/** Whether the browser has passkeys for this page: it keeps them for the name of a host, not for an address. */
export function passkeysWork(host = location.hostname): boolean {
  return typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential
    && !/^[\d.]+$|:/.test(host);
}

/** Have the device make a passkey; rejects with a `NoPasskey`. */
export function makePasskey({ options, ticket }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const publicKey = () => PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return answered(ticket, () => navigator.credentials.create({ publicKey: publicKey() }));
}

/** Have the device answer with one of its passkeys; rejects with a `NoPasskey`. */
export function usePasskey({ options, ticket }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const publicKey = () => PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return answered(ticket, () => navigator.credentials.get({ publicKey: publicKey() }));
}

async function answered(ticket: string, asking: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  try {
    const credential = await asking() as PublicKeyCredential | null;
    if (credential) return { ticket, credential: credential.toJSON() as unknown as Record<string, unknown> };
  } catch (error) {
    const { name } = error as DOMException;
    if (name === "InvalidStateError") throw new NoPasskey("hasPasskey");
    if (name !== "NotAllowedError" && name !== "AbortError") throw new NoPasskey("passkeyFailed");
  }
  throw new NoPasskey("cancelled");
}
