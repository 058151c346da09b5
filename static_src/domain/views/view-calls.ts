import { request } from "../../api/client";
import { besides } from "../../api/field-errors";
import type { SavedView, ViewParams } from "./views";

export type ViewValues = { name: string; params: ViewParams; isShared: boolean; isPinned: boolean };

export async function createView(
  list: string,
  values: ViewValues & { isStart: boolean },
): Promise<SavedView> {
  return (await request("POST", "/api/savedView", {
    body: { list, ...values },
    toast: besides("name"),
  })) as SavedView;
}

/** Change a view; with `position` also move it among the views of its owner. */
export async function changeView(
  id: number,
  { name, params, isShared, isPinned }: ViewValues,
  position?: number,
): Promise<SavedView> {
  return (await request("PUT", "/api/savedView/{view_id}", {
    path: { view_id: id },
    body: { name, params, isShared, isPinned, position: position ?? null },
    toast: besides("name"),
  })) as SavedView;
}

export async function setStart(id: number, isStart: boolean): Promise<SavedView> {
  return (await request("PUT", "/api/savedView/{view_id}/start", {
    path: { view_id: id },
    body: { isStart },
  })) as SavedView;
}

export async function deleteView(id: number): Promise<void> {
  await request("DELETE", "/api/savedView/{view_id}", { path: { view_id: id } });
}

export async function restoreView(id: number): Promise<void> {
  await request("POST", "/api/savedView/{view_id}/restore", { path: { view_id: id } });
}
