import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";

/** Sign in. The response sets the session cookie; the next page contains its access token. Throws ApiError. */
export async function signIn(email: string, password: string): Promise<void> {
  await request("POST", "/api/session", { body: { email, password }, anonymous: true, toast: false });
}

/** Load a page as the user who has just signed in. */
export function enter(path: string): void {
  window.location.assign(path);
}

const wrongPairText = "Username or password is incorrect.";

/** Return the error text of a failed sign-in. It never says which of the two values was wrong. */
export function signInFault(error: unknown): string {
  const isWrong = error instanceof ApiError && error.status === 401 && error.code !== "suspended";
  return isWrong ? wrongPairText : errorText(error);
}
