import { request } from "../../../api/client";
import { besides } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import type { Rfx } from "../types";
import type { Parts } from "./parts";
import { isReviewer } from "./party";

/** Requests for the parts of an RFx. Each throws ApiError; the dialogs show the errors of their fields. */
const pathOf = (rfxId: number, partId: number) => ({ path: { rfx_id: rfxId, part_id: partId } });
const review = "/api/rfx/{rfx_id}/reviewPart/{review_part_id}";
const reviewPathOf = (rfxId: number, partId: number) => ({ path: { rfx_id: rfxId, review_part_id: partId } });
const shown = besides("userId", "name", "email", "sections", "keys", "due", "note", "reason");

export function loadParts(rfx: Rfx): Promise<Parts> {
  const options = { path: { rfx_id: rfx.id }, toast: false };
  return isReviewer(rfx)
    ? request("GET", "/api/rfx/{rfx_id}/reviewPart", options)
    : request("GET", "/api/rfx/{rfx_id}/part", options);
}

export function askForPart(
  rfxId: number,
  body: ApiBody<"NewRfxPart">,
  idempotencyKey: string,
): Promise<Parts> {
  return request("POST", "/api/rfx/{rfx_id}/part", {
    path: { rfx_id: rfxId },
    body,
    idempotencyKey,
    toast: shown,
  });
}

export function changePart(
  rfxId: number,
  partId: number,
  body: ApiBody<"ChangedRfxPart">,
  idempotencyKey: string,
): Promise<Parts> {
  return request("PUT", "/api/rfx/{rfx_id}/part/{part_id}", {
    ...pathOf(rfxId, partId),
    body,
    idempotencyKey,
    toast: shown,
  });
}

export function remindOfPart(rfx: Rfx, partId: number, idempotencyKey: string): Promise<Parts> {
  const options = { body: {}, idempotencyKey };
  return isReviewer(rfx)
    ? request("POST", `${review}/reminder`, { ...reviewPathOf(rfx.id, partId), ...options })
    : request("POST", "/api/rfx/{rfx_id}/part/{part_id}/reminder", {
        ...pathOf(rfx.id, partId),
        ...options,
      });
}

export function withdrawPart(rfx: Rfx, partId: number): Promise<Parts> {
  return isReviewer(rfx)
    ? request("POST", `${review}/withdraw`, { ...reviewPathOf(rfx.id, partId), body: {} })
    : request("POST", "/api/rfx/{rfx_id}/part/{part_id}/withdraw", { ...pathOf(rfx.id, partId), body: {} });
}

export function askForReview(
  rfxId: number,
  body: ApiBody<"NewReviewPart">,
  idempotencyKey: string,
): Promise<Parts> {
  return request("POST", "/api/rfx/{rfx_id}/reviewPart", {
    path: { rfx_id: rfxId },
    body,
    idempotencyKey,
    toast: shown,
  });
}

export function changeReview(
  rfxId: number,
  partId: number,
  body: ApiBody<"ChangedReviewPart">,
  idempotencyKey: string,
): Promise<Parts> {
  return request("PUT", review, { ...reviewPathOf(rfxId, partId), body, idempotencyKey, toast: shown });
}

export function finishPart(rfxId: number, partId: number, idempotencyKey: string): Promise<Parts> {
  return request("POST", "/api/rfx/{rfx_id}/part/{part_id}/done", {
    ...pathOf(rfxId, partId),
    body: {},
    idempotencyKey,
  });
}

export function returnPart(
  rfxId: number,
  partId: number,
  reason: string,
  idempotencyKey: string,
): Promise<void> {
  return request("POST", "/api/rfx/{rfx_id}/part/{part_id}/return", {
    ...pathOf(rfxId, partId),
    body: { reason },
    idempotencyKey,
    toast: shown,
  });
}
