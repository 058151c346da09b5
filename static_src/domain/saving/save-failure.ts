import { ApiError } from "../../api/errors";

/**
 * Classify a failed save: 'retry' later; 'closed' if the record no longer accepts answers or a guest's link is invalid;
 * 'bad' if a value is invalid.
 */
export function failureOf(error: unknown): "retry" | "closed" | "bad" {
  if (!(error instanceof ApiError)) return "retry";
  if ([403, 404, 409, 410].includes(error.status) || isSignedOut(error)) return "closed";
  const isTemporary =
    error.status < 400 || error.status >= 500 || [401, 408, 425, 429].includes(error.status);
  return isTemporary ? "retry" : "bad";
}

/** Return true if a guest's sign-in by the link was refused, which may be temporary while the server recovers. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "linkGone";
}
