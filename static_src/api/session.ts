import { browserPageContext } from "../lib/browser/page-context";
import type { ApiBody, ApiResponse, PathOf } from "./types";

/**
 * The access token of this page. It comes with the page and is renewed shortly before it runs out, through the
 * session's cookie; the cookie itself is out of scripts' reach.
 */
type Token = { text: string; goodUntil: number };

const refreshBefore = 60_000;
let token: Token | null | undefined;
let refreshing: Promise<boolean> | null = null;

function currentToken(): Token | null {
  if (token === undefined) {
    const { accessToken, expiresIn } = browserPageContext();
    token = accessToken ? { text: accessToken, goodUntil: goodUntil(expiresIn) } : null;
  }
  return token;
}

/** The page was made when its navigation began to answer; a page restored later counts from the same moment. */
function goodUntil(expiresIn: number | null, from = performance.timeOrigin): number {
  return from + (expiresIn ?? 0) * 1000;
}

/** Take over a token from an answer to a sign-in. */
export function setAccessToken(accessToken: string | null, expiresIn: number | null = null): void {
  token = accessToken ? { text: accessToken, goodUntil: goodUntil(expiresIn, Date.now()) } : null;
}

export function accessToken(): string | null {
  return currentToken()?.text ?? null;
}

/** The call that gives a new token: by the session's cookie, or for guests by their link. */
export type Renewal =
  | { path: Extract<PathOf<"POST">, "/api/session/refresh">; body?: never }
  | { path: Extract<PathOf<"POST">, "/api/session/guest">; body: ApiBody<"GuestSignIn"> };

const bySession: Renewal = { path: "/api/session/refresh" };
let renewal: Renewal = bySession;
let isGuest = false;
let linkGone = "";

/**
 * This page belongs to the guest of a link, whoever else is signed in to the browser: tokens come from the link. `gone`
 * is what is said once the link is dead: a guest has nowhere else to sign in.
 */
export function becomeGuest(uuid: string, gone: string): void {
  renewal = { path: "/api/session/guest", body: { uuid } };
  isGuest = true;
  linkGone = gone;
  token = null;
}

/** Let a test begin with the token of its own page: modules outlive a file of tests. */
export function forgetSession(): void {
  token = undefined;
  renewal = bySession;
  isGuest = false;
  linkGone = "";
}

/** What a refused token means to a guest; null for everybody else. */
export function guestRefusal(): { code: string; message: string } | null {
  return isGuest ? { code: "linkGone", message: linkGone } : null;
}

export function renewalCall(): Renewal {
  return renewal;
}

export function isSignedIn(): boolean {
  return isGuest || currentToken() !== null;
}

/** Whether the token is about to run out; a guest begins without one. */
export function tokenIsStale(): boolean {
  const current = currentToken();
  return current ? current.goodUntil - Date.now() < refreshBefore : isGuest;
}

/** Get a new token; false when the session has ended, or is another person's by now. One call serves all who ask meanwhile. */
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
  // The cookie is whose who signed in last, in another tab perhaps: this page does not go on in their name.
  if (!isGuest && user && answer.userId !== user.id) return false;
  setAccessToken(answer.accessToken, answer.expiresIn);
  return true;
}
