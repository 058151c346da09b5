import type { ApiResponse } from "./types";

/** The body of every error of the API. */
export type ProblemBody = Partial<ApiResponse<"Error">>;

const genericMessage = "Something went wrong. Please try again.";

/** A call that did not succeed. */
export class ApiError extends Error {
  override name = "ApiError";
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  readonly code: string;
  /** Sentences that a person can act on. */
  readonly errors: string[];
  /** The sentences that belong to a field of what was sent. */
  readonly fields: Record<string, string[]>;
  /** The answer's body, with whatever else it carries. */
  readonly body: ProblemBody;
  /** True when nothing more need be said: the network failed, or the page is being left (specification, section 8). */
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

/** The failure of a call that no answer came to. */
export const noAnswer = () =>
  new ApiError(0, { message: "There is no connection to the server. Please try again." }, true);

/** Whether it was the server, not the line to it, that failed. */
export function isServerFault(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0;
}

/** What went wrong, in words that say what to do: the errors one per line, else the message, else a generic sentence. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : genericMessage;
}

/** True if the subject of the call does not exist for this viewer, or no longer exists. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the answer to an earlier try was lost that had been done, and what is sent is another thing now. */
export function isSentBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotencyKeyReused";
}

/**
 * True if there was no response, or the token could not be renewed for the call. There is no toast for it, so the form
 * that made the call shows it. False while the page is being left.
 */
export function isOffline(error: unknown): error is ApiError {
  return error instanceof ApiError && error.caught && error.status !== 401 && error.status !== 503;
}
