import { useRef, useState } from "react";
import { newIdempotencyKey } from "../../api/client";
import { isOffline, isSentBefore } from "../../api/errors";
import { toasts } from "../toasts";

type Options<I, R> = {
  /** Send the request. `key` is its idempotency key. Throws ApiError. */
  send: (input: I, key: string) => Promise<R>;
  /** The toast while the request runs ('Sending reminders...'). */
  progress?: string | ((input: I) => string);
  /** The success toast. */
  success?: string | ((result: R, input: I) => string);
  /** Called after success, before the form can be used again. */
  onSaved?: (result: R, input: I) => unknown;
  /** Called after an error: shows what belongs to fields, or loads the current state. */
  onError?: (error: unknown, input: I) => unknown;
  /** Return the sentence to show for an error, or "". By default only a request without a response has one. */
  failureOf?: (error: unknown) => string;
  /** Follows the message for a request without a response ('What you wrote is still here.'). */
  offlineNote?: string;
  /** The base version of the form (`useBasis`), which takes over newer values after a conflict. */
  basis?: { takeOver: (error: unknown) => void };
  /** Keep the key when the content changes. The server then reports that an earlier try had succeeded. */
  keepsKey?: boolean;
  /** Stay busy after success, because the page or the dialog is left. */
  leaves?: boolean;
  /** Run requests with different inputs at the same time, for an action on the rows of a list. */
  perInput?: boolean;
};

export type Saving<I> = {
  /** Send, unless a request is running. */
  save: (input: I) => Promise<void>;
  busy: boolean;
  /** The input of the running request, the last one if there are several. */
  current: I | null;
  /** The error that belongs to no field, as a sentence; "" if there is none. */
  failure: string;
  setFailure: (sentence: string) => void;
  /** Use a new idempotency key for the next request. */
  renewKey: () => void;
};

/**
 * The state of saving one form or of one action: busy flag, failure, idempotency key and conflict handling.
 *
 * The key stays the same for the same input, so that a retry after a lost response changes nothing twice. A changed
 * input, a success and the error `idempotencyKeyReused` lead to a new key.
 *
 * TanStack's `useMutation` is not used: it would add 8 kB to the pages that load no queries, it pauses requests while
 * the browser is offline instead of failing, and its retries and cache would be turned off.
 */
export function useSave<R, I = void>(options: Options<I, R>): Saving<I> {
  const [current, setCurrent] = useState<{ input: I } | null>(null);
  const [failure, setFailure] = useState("");
  const running = useRef(new Set<string>());
  const lastKey = useRef({ content: "", key: "" });

  const renewKey = () => {
    lastKey.current = { content: "", key: "" };
  };
  const keyOf = (input: I): string => {
    const content = options.keepsKey ? "" : contentOf(input);
    const { current: last } = lastKey;
    if (!last.key || last.content !== content) lastKey.current = { content, key: newIdempotencyKey() };
    return lastKey.current.key;
  };
  const { failureOf = (error) => offlineText(error, options.offlineNote) } = options;

  const save = async (input: I) => {
    const slot = options.perInput ? contentOf(input) : "";
    if (running.current.has(slot)) return;
    running.current.add(slot);
    const started = { input };
    setCurrent(started);
    const end = () => {
      running.current.delete(slot);
      setCurrent((last) => (last === started ? null : last));
    };
    setFailure("");
    const { progress, success } = options;
    const toast = progress && toasts.info(typeof progress === "function" ? progress(input) : progress);
    try {
      const result = await options.send(input, keyOf(input));
      renewKey();
      if (toast) toasts.dismissRead(toast);
      if (success) toasts.success(typeof success === "function" ? success(result, input) : success);
      await options.onSaved?.(result, input);
      if (!options.leaves) end();
    } catch (error) {
      if (isSentBefore(error)) renewKey();
      if (toast) toasts.dismiss(toast);
      try {
        options.basis?.takeOver(error);
        setFailure(failureOf(error));
        await options.onError?.(error, input);
      } finally {
        end();
      }
    }
  };
  return {
    save,
    busy: current !== null,
    current: current?.input ?? null,
    failure,
    setFailure,
    renewKey,
  };
}

function contentOf(input: unknown): string {
  return JSON.stringify(input) ?? "";
}

function offlineText(error: unknown, note = ""): string {
  return isOffline(error) ? [error.message, note].filter(Boolean).join(" ") : "";
}
