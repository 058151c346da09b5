import { browserPageContext } from "../lib/browser/page-context";
import { emit } from "../lib/events";
import { toasts } from "../lib/toasts";
import { ApiError, noResponseError, type ProblemBody } from "./errors";
import { leaveForLogin, leaveForMaintenance, reloadForCode } from "./leave";
import type { paths } from "./schema";
import { accessToken, guestError, isSignedIn, refreshToken, renewalCall, tokenIsStale } from "./session";
import type { Input, ListFilters, ListPath, Method, PathOf, ResponseOf, RowOf } from "./types";

/**
 * The options of a request. The client (specification, sections 7 and 8) sends the bearer token and the client version
 * with each request, renews the token silently, and shows errors once, in a toast. Method, path, query, body and response
 * are checked against the API document (api/types.ts).
 */
export type RequestOptions = {
  /** For writes that send something: the server executes the same key with the same body once. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Show an error in a toast. A function decides by the error, or returns the text. Default: true. */
  toast?: boolean | ((error: ApiError) => boolean | string) | undefined;
  /** Let the request outlive the page. Browsers allow this for bodies up to 64 KB. */
  keepalive?: boolean | undefined;
  /** Sign-in, password reset and invitation: send no token, and treat 401 like any other error. */
  anonymous?: boolean | undefined;
};

type Options<M extends Method, P extends keyof paths> = RequestOptions & Input<M, P>;

/** The options argument of a request; optional if none of the options is required. */
type Rest<M extends Method, P extends keyof paths> =
  object extends Options<M, P> ? [options?: Options<M, P>] : [options: Options<M, P>];

/** Characters. A body of this length has less than 64 KB in any script. */
const maxKeepaliveLength = 20_000;

/** The X-Pagination header of list responses. */
export type Pagination = {
  total: number;
  /** The total is at least `total`: counting stopped. */
  capped: boolean;
  page: number;
  pageSize: number;
  nextCursor: string | null;
};
export type ListPage<T> = { rows: T[]; pagination: Pagination };

/** Send a request and return the JSON of the response; undefined for a response without content. Throws ApiError. */
export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Rest<M, P>
): Promise<ResponseOf<M, P>> {
  const response = await sendRequest(method, path, options);
  return (await readBody(response)) as ResponseOf<M, P>;
}

type PageOptions<P extends ListPath> = RequestOptions & {
  query?: ListFilters<P> | undefined;
  pageSize?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | null;
};

/** Request a page of a list and return its rows with the pagination of the header. Throws ApiError. */
export async function requestPage<P extends ListPath>(
  path: P,
  { query, pageSize, cursor, ...options }: PageOptions<P> = {},
): Promise<ListPage<RowOf<P>>> {
  const response = await sendRequest("GET", path, { ...options, query: { ...query, pageSize, cursor } });
  const rows = (await readBody(response)) as RowOf<P>[];
  const header = response.headers.get("X-Pagination");
  const pagination = header
    ? (JSON.parse(header) as Pagination)
    : { total: rows.length, capped: false, page: 1, pageSize: rows.length, nextCursor: null };
  return { rows, pagination };
}

type Parts = { path?: Record<string, number | string>; query?: object; body?: unknown };

async function sendRequest(
  method: Method,
  path: string,
  options: RequestOptions & Parts = {},
): Promise<Response> {
  const init: RequestInit = { method, headers: {}, signal: options.signal ?? null };
  const headers = init.headers as Record<string, string>;
  if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    const body = JSON.stringify(options.body);
    init.body = body;
    if (options.keepalive && body.length < maxKeepaliveLength) init.keepalive = true;
  }
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  const response = await send(addressOf(path, options), init, options.anonymous ?? false);
  if (response.ok) return response;
  throw await fail(response, options);
}

/** Fill in a path and add its query: lists repeat the name, empty values are left out. */
function addressOf(path: string, { path: values = {}, query = {} }: Parts): string {
  const pathname = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== "") params.append(name, String(item));
    }
  }
  const text = params.toString();
  return text ? `${pathname}?${text}` : pathname;
}

/**
 * Send a request with token and version. If the server wants a confirmation of the user's identity first, ask for it and
 * repeat the request.
 */
async function send(url: string, init: RequestInit, anonymous: boolean): Promise<Response> {
  const response = await sendRenewing(url, init, anonymous);
  if (anonymous || response.status !== 403) return response;
  let isResolved = Promise.resolve(false);
  emit("FORBIDDEN", {
    response,
    until: (resolved) => {
      isResolved = resolved;
    },
  });
  return (await isResolved.catch(() => false)) ? send(url, init, anonymous) : response;
}

/** Renews an old token first, and retries once after a 401. */
async function sendRenewing(url: string, init: RequestInit, anonymous: boolean): Promise<Response> {
  const signedIn = !anonymous && isSignedIn();
  if (signedIn && tokenIsStale()) await refreshSession();
  const response = await sendOnce(url, init, anonymous);
  if (response.status !== 401 || !signedIn) return response;
  return (await refreshSession()) ? sendOnce(url, init, anonymous) : response;
}

/**
 * Send a background request: errors show no toast and never leave the page. Returns the response with any status. Throws
 * ApiError without a connection.
 */
export async function requestQuietly<P extends PathOf<"GET">>(
  path: P,
  input: Input<"GET", P>,
): Promise<Response> {
  if (tokenIsStale()) await refreshSession(true);
  return sendOnce(addressOf(path, input), { method: "GET" }, false, true);
}

/** Renew the token. Returns false if the session has ended. Throws ApiError if the server did not say so. */
export function refreshSession(quietly = false): Promise<boolean> {
  const { path, body } = renewalCall();
  const content =
    body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return refreshToken(async () => {
    const response = await sendOnce(path, { method: "POST", ...content }, true, quietly);
    // A failing or rate-limiting server has not ended the session: the user must not have to sign in again, and a guest
    // must not lose the link.
    if (response.status >= 500 || response.status === 429) {
      throw new ApiError(isTemporary(response) ? 500 : response.status, {}, true);
    }
    if (response.status === 403 && body) reloadForCode();
    return response;
  });
}

async function sendOnce(
  url: string,
  init: RequestInit,
  anonymous: boolean,
  quietly = false,
): Promise<Response> {
  const { version } = browserPageContext();
  const headers: Record<string, string> = {
    ...(init.headers as Record<string, string>),
    Accept: "application/json",
    "Client-Version": version,
  };
  const token = anonymous ? null : accessToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers, credentials: "same-origin" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw noResponseError();
  }
  const serverVersion = response.headers.get("Server-Version");
  const outdated = serverVersion && serverVersion !== version;
  if ((outdated || isMaintenance(response)) && !quietly) leaveForMaintenance();
  return response;
}

/** Return true for a temporary failure with a time to retry. The page is not left for it. */
function isTemporary(response: Response): boolean {
  return response.status === 503 && response.headers.has("Retry-After");
}

function isMaintenance(response: Response): boolean {
  return response.status === 503 && !isTemporary(response);
}

/**
 * Convert an error response to an ApiError. Shows a toast unless the page is being left or the caller shows the error.
 * A 401 leaves for the sign-in, a 503 for the maintenance page.
 */
export async function fail(
  response: Response,
  { toast = true, anonymous }: RequestOptions,
): Promise<ApiError> {
  const body = ((await readBody(response).catch(() => null)) ?? {}) as ProblemBody;
  if (isMaintenance(response)) return new ApiError(503, body, true);
  const guestProblem = response.status === 401 && !anonymous ? guestError() : null;
  if (response.status === 401 && !anonymous && !guestProblem) return new ApiError(401, body, leaveForLogin());
  const error = new ApiError(response.status, guestProblem ?? body);
  const shown = typeof toast === "function" ? toast(error) : toast;
  if (shown && (response.status !== 401 || guestProblem))
    toasts.error(shown === true ? error.message : shown);
  return error;
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

/** Create a random key for one action of the user: when the form opens, and again after each success. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
