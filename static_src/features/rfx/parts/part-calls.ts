import { request } from "../../../api/client";
import { besides } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import type { Parts } from "./parts";

/** Requests for the parts of an RFx. Each throws ApiError; the dialogs show the errors of their fields. */
const pathOf = (rfxId: number, partId: number) => ({ path: { rfx_id: rfxId, part_id: partId } });
const shown = besides("userId", "name", "email", "sections", "keys", "due", "note", "reason");

export function loadParts(rfxId: number): Promise<Parts> {
  return request("GET", "/api/rfx/{rfx_id}/part", { path: { rfx_id: rfxId }, toast: false });
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

export function remindOfPart(rfxId: number, partId: number, idempotencyKey: string): Promise<Parts> {
  return request("POST", "/api/rfx/{rfx_id}/part/{part_id}/reminder", {
    ...pathOf(rfxId, partId),
    body: {},
    idempotencyKey,
  });
}

export function withdrawPart(rfxId: number, partId: number): Promise<Parts> {
  return request("POST", "/api/rfx/{rfx_id}/part/{part_id}/withdraw", {
    ...pathOf(rfxId, partId),
    body: {},
  });
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
