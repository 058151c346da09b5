import { useState } from "react";
import { formatListCount } from "../../lib/text/numbers";
import type { BulkSelection } from "./bulk";
import type { Selection } from "./use-selection";

/** The props that the dialogs of all actions pass to `BulkDialog`. */
export type ActionDialog = {
  selected: BulkSelection;
  onStarted: () => void;
  onFinished: () => void;
  onClose: () => void;
};

type Options = {
  selection: Selection;
  /** Reloads the list. */
  onChanged: () => void;
  /** Singular and plural of the rows. */
  noun: readonly [string, string];
};

/** The open dialog of a bar: which action, the props that all dialogs share, and the number of rows as text. */
export function useBulkAction<A extends string>({ selection, onChanged, noun }: Options) {
  // A selection that was cleared by the start of a job keeps its dialog's text until the dialog closes.
  const [open, setOpen] = useState<{ action: A; selected: BulkSelection; rowsText: string } | null>(null);
  const { count, isAll, capped, selected } = selection;
  const rowsText = formatListCount({ total: count, capped: isAll && capped }, noun);
  const dialog: ActionDialog = {
    selected: open?.selected ?? selected,
    onStarted: selection.clear,
    onFinished: onChanged,
    onClose: () => setOpen(null),
  };
  return {
    action: open?.action ?? null,
    show: (action: A) => () => setOpen({ action, selected, rowsText }),
    dialog,
    rowsText: open?.rowsText ?? rowsText,
  };
}
