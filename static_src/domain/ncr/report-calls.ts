import { newIdempotencyKey, request } from "../../api/client";
import type { ApiBody } from "../../api/types";
import { saveExport } from "../../lib/save-export";

type Format = NonNullable<ApiBody<"NcrExport">["format"]>;

/** Let the worker make the PDF of a non-conformance, or of its corrective action alone, then save it. Throws ApiError. */
export async function downloadNcr(id: number, format: Format = "pdf"): Promise<void> {
  const { id: exportId } = await request("POST", "/api/ncr/{ncr_id}/export", {
    path: { ncr_id: id },
    body: { format },
    idempotencyKey: newIdempotencyKey(),
  });
  await saveExport({ exportId, wanted: () => true });
}
