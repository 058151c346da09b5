import { newIdempotencyKey, request } from "../../../api/client";
import { besides } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import { saveExport } from "../../../lib/save-export";
import type { Comparison, Direction, Rates } from "./types";

/** Requests of the comparison. Each throws ApiError after an error toast, unless noted. */
const pathOf = (id: number) => ({ path: { request_id: id } });

export type ColumnPage = { page: number; pageSize: number; submitted: boolean };

/** The caller shows errors. */
export async function loadComparison(
  id: number,
  query: ColumnPage,
  signal: AbortSignal,
): Promise<Comparison> {
  return request("GET", "/api/rfxRequest/{request_id}/comparison", {
    ...pathOf(id),
    query,
    signal,
    toast: false,
  }) as Promise<Comparison>;
}

export function saveDirection(
  id: number,
  body: { key: string; direction: Direction | null; basedOn: Direction | null },
): Promise<unknown> {
  return request("PUT", "/api/rfxRequest/{request_id}/comparison/direction", { ...pathOf(id), body });
}

export type NewRates = ApiBody<"RatesToSave">;

/** The caller shows errors of fields. */
export function saveRates(id: number, body: NewRates): Promise<Rates> {
  return request("PUT", "/api/rfxRequest/{request_id}/comparison/rates", {
    ...pathOf(id),
    body,
    toast: besides("baseCurrency", "rates"),
  });
}

/** Let the worker create the workbook, then save it. */
export async function downloadWorkbook(id: number): Promise<void> {
  const { id: exportId } = await request("POST", "/api/rfxRequest/{request_id}/comparison/export", {
    ...pathOf(id),
    body: { format: "xlsx" },
    idempotencyKey: newIdempotencyKey(),
  });
  await saveExport({ exportId, wanted: () => true });
}

/** Return the whole text of an answer that the grid has clipped. */
export async function loadAnswer(rfxId: number, key: string, signal: AbortSignal): Promise<string> {
  const changes = await request("GET", "/api/rfx/{rfx_id}/value/{field}/history", {
    path: { rfx_id: rfxId, field: key },
    signal,
    toast: false,
  });
  return changes[0]?.parts.join(", ") ?? "";
}
