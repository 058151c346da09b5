import { useRef } from "react";
import { newIdempotencyKey } from "../../../api/client";

/** The same key for as long as the same is sent, so that trying again after a lost answer sends no second mail. */
export function useKeyFor(): (body: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
    return last.current.key;
  };
}
