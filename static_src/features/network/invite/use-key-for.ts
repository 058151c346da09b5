import { useRef } from "react";
import { newIdempotencyKey } from "../../../api/client";

/**
 * Return a function from a body to its idempotency key. Equal bodies in a row have the same key, so that a retry
 * after a lost response sends no second mail.
 */
export function useKeyFor(): (body: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
    return last.current.key;
  };
}
