import { newIdempotencyKey, request } from "../../../../api/client";
import { ApiError } from "../../../../api/errors";
import { toasts } from "../../../../lib/toasts";
import type { RfxState } from "../../types";
import type { Answering } from "../answering/answering";

/** Thrown when not everything typed could be saved, so that nothing was submitted. */
export class UnsavedError extends Error {}

type Submitting = {
  id: number;
  answering: Answering;
  /** One submission, however often it is tried; empty for a new one. */
  key: { current: string };
  moved: (state: RfxState) => void;
  reload: () => Promise<void>;
  /** Faults of answers, by key. */
  onFaults: (faults: Record<string, string[]>) => void;
};

/** Submit the response once all that was typed is saved. Throws ApiError and UnsavedError. */
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

/** Faults of fields need no toast: the page leads to them. */
function postSubmission(id: number, idempotencyKey: string): Promise<RfxState> {
  return request("POST", "/api/rfx/{rfx_id}/submission", {
    path: { rfx_id: id },
    body: {},
    idempotencyKey,
    toast: (error) => !error.hasFields,
  });
}

/** The server names a faulty answer `values.{key}`. */
function faultsByKey(fields: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [name.replace(/^values\./, ""), sentences]),
  );
}
