import { useCallback, useEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "../../api/client";
import { isOffline, isSentBefore } from "../../api/errors";
import { toasts } from "../toasts";
import { useMutation } from "./queries";

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

export type Saving<I, R = unknown> = {
  /** Send, unless a request is running. */
  save: (input: I) => Promise<void>;
  /** Like `save`, but rejects after an error, for a caller that handles it. Returns the running request, if any. */
  saveAsync: (input: I) => Promise<R>;
  busy: boolean;
  /** The input of the running request, the last one if there are several. */
  current: I | null;
  /** The error that belongs to no field, as a sentence; "" if there is none. */
  failure: string;
  setFailure: (sentence: string) => void;
  /** Use a new idempotency key for the next request. */
  renewKey: () => void;
};

/** A request with the options at its start, which the later renderings of the form do not change. */
type Run<I, R> = { input: I; key: string; options: Options<I, R> };

/**
 * The state of saving one form or of one action: busy flag, failure, idempotency key and conflict handling.
 *
 * The key stays the same for the same input, so that a retry after a lost response changes nothing twice. A changed
 * input, a success and the error `idempotencyKeyReused` lead to a new key. The functions are the same in each rendering.
 */
export function useSave<R, I = void>(options: Options<I, R>): Saving<I, R> {
  const [failure, setFailure] = useState("");
  const running = useRef(new Map<string, Promise<R>>());
  const lastKey = useRef({ content: "", key: "" });
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const renewKey = useCallback(() => {
    lastKey.current = { content: "", key: "" };
  }, []);

  const { mutateAsync, isPending, isSuccess, variables } = useMutation({
    // Offline the request fails at once instead of waiting for the connection, so that the form can show it.
    networkMode: "always",
    // In ms. The input may be a password, so it is not cached for long after the form is gone.
    gcTime: 1_000,
    onMutate: ({ input, options: { progress } }: Run<I, R>) => {
      setFailure("");
      return progress && toasts.info(typeof progress === "function" ? progress(input) : progress);
    },
    mutationFn: ({ input, key, options }: Run<I, R>) => options.send(input, key),
    onSuccess: (result, { input, options: { success, onSaved } }, toast) => {
      renewKey();
      if (toast) toasts.dismissRead(toast);
      if (success) toasts.success(typeof success === "function" ? success(result, input) : success);
      return onSaved?.(result, input);
    },
    onError: (error, { input, options: { basis, onError, failureOf, offlineNote } }, toast) => {
      if (isSentBefore(error)) renewKey();
      if (toast) toasts.dismiss(toast);
      basis?.takeOver(error);
      setFailure(failureOf ? failureOf(error) : offlineText(error, offlineNote));
      return onError?.(error, input);
    },
  });

  const saveAsync = useCallback(
    (input: I): Promise<R> => {
      const { current: options } = latest;
      const slot = options.perInput ? contentOf(input) : "";
      const started = running.current.get(slot);
      if (started) return started;
      const key = keyFor(lastKey, options.keepsKey ? "" : contentOf(input));
      const request = mutateAsync({ input, key, options }).then(
        (result) => {
          if (!options.leaves) running.current.delete(slot);
          return result;
        },
        (error) => {
          running.current.delete(slot);
          throw error;
        },
      );
      running.current.set(slot, request);
      return request;
    },
    [mutateAsync],
  );
  const save = useCallback((input: I) => saveAsync(input).then(ignore, ignore), [saveAsync]);

  const busy = isPending || (isSuccess && options.leaves === true);
  return {
    save,
    saveAsync,
    busy,
    current: busy && variables ? variables.input : null,
    failure,
    setFailure,
    renewKey,
  };
}

/** The state of the form shows the result. */
function ignore(): void {}

/** Return the key of the last request with the same content, or a new one. */
function keyFor(last: { current: { content: string; key: string } }, content: string): string {
  if (!last.current.key || last.current.content !== content) {
    last.current = { content, key: newIdempotencyKey() };
  }
  return last.current.key;
}

function contentOf(input: unknown): string {
  return JSON.stringify(input) ?? "";
}

function offlineText(error: unknown, note = ""): string {
  return isOffline(error) ? [error.message, note].filter(Boolean).join(" ") : "";
}
