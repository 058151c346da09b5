import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Create a passkey with the server's options; returns the credential as the API takes it. */
export async function createPasskey(options: string): Promise<string> {
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/**
 * Use a passkey with the server's options; returns the credential as the API takes it. With `useBrowserAutofill` the
 * browser offers the passkeys in the e-mail field, and waits until the user picks one.
 */
export async function requestPasskey(options: string, useBrowserAutofill = false): Promise<string> {
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options), useBrowserAutofill }));
}

/** Stop the browser's waiting for a passkey. */
export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Return true if the user cancelled the browser's dialog, it timed out, or another request replaced it. */
export function isCancelled(error: unknown): boolean {
  const cause = error instanceof WebAuthnError ? (error.cause ?? error) : error;
  return cause instanceof Error && (cause.name === "NotAllowedError" || cause.name === "AbortError");
}

/** Return the sentence for a failed use of a passkey; "" if the user cancelled it. */
export function passkeyFault(error: unknown): string {
  if (isCancelled(error)) return "";
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
    return "This device has a passkey for your account already.";
  }
  return "This browser or device could not use a passkey.";
}
