import { useState } from "react";
import { ApiError } from "../../api/errors";

/** Whether somebody else has changed the same since it was loaded: nothing was saved. */
export const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "stale";

/**
 * What a form was begun on. Sent with a save as `basedOn`, it keeps what others have saved meanwhile: where both have
 * changed the same the save is refused with what is there now, which the next one is based on, for its writer knows it.
 */
export function useBasis<V extends Record<string, unknown>>(begun: V) {
  const [basedOn, begin] = useState(begun);
  const takeOver = (error: unknown) => {
    if (isStale(error)) begin((before) => ({ ...before, ...(error.body.now as Partial<V>) }));
  };
  return { basedOn, begin, takeOver };
}
