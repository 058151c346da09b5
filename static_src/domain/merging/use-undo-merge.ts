import { request } from "../../api/client";
import { useSave } from "../../lib/state/use-save";

export type UndoableMerge = { id: number; goneName: string };

/** Undo a merge of two suppliers. If that is no longer possible, a toast says why. */
export function useUndoMerge(onUndone: () => void) {
  return useSave({
    send: ({ id }: UndoableMerge, idempotencyKey) =>
      request("POST", "/api/merge/{merge_id}/undo", { path: { merge_id: id }, idempotencyKey }),
    progress: "Undoing the merge...",
    success: (_, { goneName }) => `Merge undone. ${goneName} is a separate supplier again.`,
    onSaved: onUndone,
  });
}
