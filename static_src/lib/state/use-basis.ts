import { useState } from "react";
import { ApiError } from "../../api/errors";

/** Return true if another user has changed the same field since it was loaded. Nothing was saved. */
export const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "stale";

/**
 * Hold the values that a form was loaded with. A save sends them as `basedOn`, so that changes of other users to other
 * fields survive. If both changed the same field, the error response contains the current values. `takeOver` makes them
 * the base of the next save, because the user has seen them by then.
 */
export function useBasis<V extends Record<string, unknown>>(loaded: V) {
  const [basedOn, begin] = useState(loaded);
  const takeOver = (error: unknown) => {
    if (isStale(error)) begin((before) => ({ ...before, ...(error.body.now as Partial<V>) }));
  };
  return { basedOn, begin, takeOver };
}
