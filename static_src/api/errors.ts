import type { ApiResponse } from "./types";

/** The body of every error of the API. */
export type ProblemBody = Partial<ApiResponse<"Error">>;

const genericMessage = "Something went wrong. Please try again.";

/** The error of a failed request. */
export class ApiError extends Error {
  override name = "ApiError";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  /** Sentences that the user can act on. */
  readonly errors: string[];
  /** The sentences by field of the request body. */
  readonly fields: Record<string, string[]>;
  /** The complete body of the response. */
  readonly body: ProblemBody;
  /** True if no toast is needed: the connection failed, or the page is being left (specification, section 8). */
  readonly caught: boolean;

  constructor(status: number, body: ProblemBody, caught = false) {
    const errors = (body.errors ?? []).filter((sentence) => typeof sentence === "string" && sentence);
    super(errors.join("\n") || body.message || genericMessage);
    this.status = status;
    this.code = body.code ?? "";
    this.errors = errors;
    this.fields = body.fields ?? {};
    this.body = body;
    this.caught = caught;
  }

  get hasFields(): boolean {
    return Object.keys(this.fields).length > 0;
  }
}

/** Create the error of a request without a response. */
export const noResponseError = () =>
  new ApiError(0, { message: "There is no connection to the server. Please try again." }, true);

/** Return true if the server failed, not the connection. */
export function isServerFault(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0;
}

/** Return the text of an error: its sentences, one per line, else its message, else a generic sentence. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : genericMessage;
}

/** Return true if the record of the request does not exist for this viewer, or no longer exists. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Return true if an earlier attempt succeeded, its response was lost, and the body has changed since. */
export function isSentBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotencyKeyReused";
}

/**
 * Return true if there was no response, or the token could not be renewed for the request. There is no toast for it, so
 * the form that sent the request shows it. False while the page is being left.
 */
export function isOffline(error: unknown): error is ApiError {
  return error instanceof ApiError && error.caught && error.status !== 401 && error.status !== 503;
}
