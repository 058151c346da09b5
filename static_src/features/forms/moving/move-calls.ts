import { request, requestPage } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { ApiResponse } from "../../../api/types";
import { formatCount } from "../../../lib/text/numbers";

/** An open RFx that uses an earlier revision of a form. */
export type EarlierRfx = ApiResponse<"OpenRfx">;
export type MoveResult = ApiResponse<"MoveResult">;

/** RFxs in one request, of at most 50 that the server accepts: small, so that the progress is visible. */
const batchSize = 10;

/** Path of the list of open RFxs with an earlier revision of a form. */
export function openRfxPath(formId: number) {
  return `/api/docForm/${formId}/openRfx` as "/api/docForm/{form_id}/openRfx";
}

/** Count the open RFxs that use an earlier revision than `formId`. Shows no toast. */
export async function countOpenRfxs(formId: number, signal?: AbortSignal): Promise<number> {
  const { pagination } = await requestPage(openRfxPath(formId), {
    pageSize: 1,
    toast: false,
    ...(signal ? { signal } : {}),
  });
  return pagination.total;
}

/** The sentence of the notices. */
export const usedEarlier = (count: number) =>
  `${formatCount(count, "open RFx uses", "open RFxs use")} an earlier version of this form.`;

type Move = { formId: number; rfxIds: readonly number[]; message: string | null; key: string };

/**
 * Move RFxs to the revision `formId`, in several requests; `onProgress` is called with the results of each. A repeated
 * call with the same `key` repeats no move.
 */
export async function moveRfxs(
  { formId, rfxIds, message, key }: Move,
  onProgress: (results: readonly MoveResult[]) => void,
): Promise<readonly MoveResult[]> {
  const results: MoveResult[] = [];
  for (let start = 0; start < rfxIds.length; start += batchSize) {
    const ids = rfxIds.slice(start, start + batchSize);
    results.push(...(await moveBatch(formId, ids, message, `${key}-${start}`)));
    onProgress(results);
  }
  return results;
}

async function moveBatch(
  formId: number,
  rfxIds: readonly number[],
  message: string | null,
  idempotencyKey: string,
): Promise<readonly MoveResult[]> {
  try {
    const { results } = await request("POST", "/api/docForm/{form_id}/move", {
      path: { form_id: formId },
      body: { rfxIds: [...rfxIds], message },
      idempotencyKey,
      toast: false,
    });
    return results;
  } catch (error) {
    const [rfxId] = rfxIds;
    // The only RFx of a request that cannot be moved is an error, and other RFxs may still be moved.
    if (!(error instanceof ApiError) || error.status !== 409 || rfxIds.length !== 1 || !rfxId) throw error;
    return [{ rfxId, title: "", counts: null, notValid: [], reason: error.message }];
  }
}
