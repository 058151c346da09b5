import { browserPageContext } from "../lib/browser/page-context";
import type { ApiBody, ApiResponse, PathOf } from "./types";

/**
 * The access token of this page. It is part of the page and is renewed shortly before it expires, with the session cookie,
 * which scripts cannot read.
 */
type Token = { text: string; expiresAt: number };

const refreshBefore = 60_000;
let token: Token | null | undefined;
let refreshing: Promise<boolean> | null = null;

function currentToken(): Token | null {
  if (token === undefined) {
    const { accessToken, expiresIn } = browserPageContext();
    token = accessToken ? { text: accessToken, expiresAt: expiryTime(expiresIn) } : null;
  }
  return token;
}

/** Return the expiry in ms. It counts from the start of the navigation, also for a page restored from the browser's cache. */
function expiryTime(expiresIn: number | null, from = performance.timeOrigin): number {
  return from + (expiresIn ?? 0) * 1000;
}

/** Store the token of a sign-in response. `expiresIn` is in seconds. */
function setAccessToken(accessToken: string | null, expiresIn: number | null = null): void {
  token = accessToken ? { text: accessToken, expiresAt: expiryTime(expiresIn, Date.now()) } : null;
}

export function accessToken(): string | null {
  return currentToken()?.text ?? null;
}

/** The request that returns a new token: with the session cookie or, for guests, with their link. */
export type Renewal =
  | { path: Extract<PathOf<"POST">, "/api/session/refresh">; body?: never }
  | { path: Extract<PathOf<"POST">, "/api/session/guest">; body: ApiBody<"GuestSignIn"> };

const sessionRenewal: Renewal = { path: "/api/session/refresh" };
let renewal: Renewal = sessionRenewal;
let isGuest = false;
let linkError = "";

/**
 * Make this the page of a guest: its tokens come from the link `uuid`, even if a user is signed in to the browser.
 * `errorText` is shown once the link is invalid, because a guest cannot sign in elsewhere.
 */
export function becomeGuest(uuid: string, errorText: string): void {
  renewal = { path: "/api/session/guest", body: { uuid } };
  isGuest = true;
  linkError = errorText;
  token = null;
}

/** Reset the session, for tests: modules outlive a test file. */
export function resetSession(): void {
  token = undefined;
  renewal = sessionRenewal;
  isGuest = false;
  linkError = "";
}

/** Return the error body for a 401 of a guest; null for users. */
export function guestError(): { code: string; message: string } | null {
  return isGuest ? { code: "linkGone", message: linkError } : null;
}

export function renewalCall(): Renewal {
  return renewal;
}

export function isSignedIn(): boolean {
  return isGuest || currentToken() !== null;
}

/** Return true if the token expires within a minute, or a guest has none yet. */
export function tokenIsStale(): boolean {
  const current = currentToken();
  return current ? current.expiresAt - Date.now() < refreshBefore : isGuest;
}

/**
 * Renew the token. Returns false if the session has ended or belongs to another user by now. Concurrent callers share one
 * request.
 */
export function refreshToken(send: () => Promise<Response>): Promise<boolean> {
  refreshing ??= renew(send).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function renew(send: () => Promise<Response>): Promise<boolean> {
  const response = await send();
  if (!response.ok) return false;
  const answer = (await response.json()) as ApiResponse<"Token">;
  const { user } = browserPageContext();
  // Another user may have signed in in another tab since: this page must not continue under that name.
  if (!isGuest && user && answer.userId !== user.id) return false;
  setAccessToken(answer.accessToken, answer.expiresIn);
  return true;
}
