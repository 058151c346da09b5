import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usePageContext } from "../browser/page-context";
import { useBrowserEvent } from "../events";
import { saveDraft, takeDraft } from "./drafts";

/** `isRestored` is true while the form shows a restored draft; `startOver` resets the form. */
export type DraftState = { isRestored: boolean; startOver: () => void };

type Options<D> = {
  /** False while the form is hidden. */
  here?: boolean;
  /** The initial values, if they change while the form is shown; by default its values when it opens. */
  beginning?: D;
};

/**
 * Save the entries of a short form when the page is left for the sign-in or a new version, and restore them when the
 * form opens again. A form that the user closes is not saved. `entries` returns the current values as JSON, without
 * passwords. Only values that differ from the beginning are saved: another user may have changed the others since.
 */
export function useDraft<D extends Record<string, unknown>>(
  form: string,
  entries: () => D,
  restore: (entries: D) => void,
  { here = true, beginning }: Options<D> = {},
): DraftState {
  const userId = usePageContext().user?.id ?? 0;
  const opened = useRef<D | null>(null);
  const [isRestored, setRestored] = useState(false);
  const first = () => beginning ?? opened.current ?? entries();
  const open = useEffectEvent(() => {
    opened.current = entries();
    setRestored(false);
    const draft = takeDraft<Partial<D>>(form, userId);
    if (!draft) return;
    restore({ ...first(), ...draft });
    setRestored(true);
  });
  useEffect(() => {
    if (here) open();
  }, [here]);
  useBrowserEvent("BEFORE_LEAVE", ({ onKept }) => {
    if (!here) return;
    const before = first();
    const changed = Object.entries(entries()).filter(
      ([name, entry]) => JSON.stringify(entry) !== JSON.stringify(before[name]),
    );
    if (changed.length === 0) return;
    saveDraft(form, userId, Object.fromEntries(changed));
    onKept?.();
  });
  return {
    isRestored,
    startOver: () => {
      restore(first());
      setRestored(false);
    },
  };
}
