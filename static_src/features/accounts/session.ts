import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";
import type { ApiResponse } from "../../api/types";

/** The second step of a sign-in. `passkeyOptions` is null for users without a passkey. */
export type SecondStepTicket = Pick<ApiResponse<"SessionAnswer">, "ticket" | "methods" | "passkeyOptions">;

/**
 * Sign in. The response sets the session cookie; the next page contains its access token. Returns the second step for a
 * user with a second factor, else null. Throws ApiError.
 */
export async function signIn(email: string, password: string): Promise<SecondStepTicket | null> {
  const answer = await request("POST", "/api/session", {
    body: { email, password },
    anonymous: true,
    toast: false,
  });
  return answer.next === "secondFactor" ? answer : null;
}

/** Load a page as the user who has just signed in. */
export function enter(path: string): void {
  window.location.assign(path);
}

/** Errors after a right password, whose sentence is shown. */
const tellingCodes: ReadonlySet<string> = new Set(["suspended", "onlyCompanySignIn"]);

const wrongPairText = "Username or password is incorrect.";

/** Return the error text of a failed sign-in. It never says which of the two values was wrong. */
export function signInFault(error: unknown): string {
  const isWrong = error instanceof ApiError && error.status === 401 && !tellingCodes.has(error.code);
  return isWrong ? wrongPairText : errorText(error);
}
