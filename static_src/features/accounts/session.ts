import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";

/** Sign in: the answer sets the session's cookie, and the next page carries its own token. Throws ApiError. */
export async function signIn(email: string, password: string): Promise<void> {
  await request("POST", "/api/session", { body: { email, password }, anonymous: true, toast: false });
}

/** Go to a page as the one who has just signed in. */
export function enter(path: string): void {
  window.location.assign(path);
}

export const wrongPair = "Username or password is incorrect.";

/** What to say of a failed sign-in; never which of the two was wrong. */
export function signInFault(error: unknown): string {
  const isWrong = error instanceof ApiError && error.status === 401 && error.code !== "suspended";
  return isWrong ? wrongPair : errorText(error);
}
