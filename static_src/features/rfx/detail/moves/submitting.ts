import { newIdempotencyKey, request } from "../../../../api/client";
import { ApiError } from "../../../../api/errors";
import { toasts } from "../../../../lib/toasts";
import type { RfxState } from "../../types";
import type { Answering } from "../answering/answering";

/** Thrown when an answer could not be saved, so that the response was not submitted. */
export class UnsavedError extends Error {}

type Submitting = {
  id: number;
  answering: Answering;
  /** Idempotency key of one submission, including retries; empty before a new submission. */
  key: { current: string };
  moved: (state: RfxState) => void;
  reload: () => Promise<void>;
  /** Called with the errors of answers, by key. */
  onFaults: (faults: Record<string, string[]>) => void;
};

/** Save all answers, then submit the response. Throws ApiError and UnsavedError. */
export async function submitResponse(submitting: Submitting): Promise<void> {
  const { id, answering, key, moved, reload, onFaults } = submitting;
  onFaults({});
  key.current ||= newIdempotencyKey();
  try {
    if (!(await answering.saving.flush())) throw new UnsavedError();
    const state = await postSubmission(id, key.current);
    key.current = "";
    moved(state);
    toasts.success("RFx submitted ok");
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.current = "";
    if (error instanceof ApiError && error.hasFields) onFaults(faultsByKey(error.fields));
    if (error instanceof ApiError && error.status === 409) await reload().catch(() => {});
    throw error;
  }
}

/** Errors of fields need no toast, because the page leads to the fields. */
function postSubmission(id: number, idempotencyKey: string): Promise<RfxState> {
  return request("POST", "/api/rfx/{rfx_id}/submission", {
    path: { rfx_id: id },
    body: {},
    idempotencyKey,
    toast: (error) => !error.hasFields,
  });
}

/** Replace the field names of the response, `values.{key}`, by the keys of the answers. */
function faultsByKey(fields: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [name.replace(/^values\./, ""), sentences]),
  );
}
