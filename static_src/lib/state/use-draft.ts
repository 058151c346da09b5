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
  /** Save the entries also when the form disappears with its page or tab, for forms that the user does not close. */
  survivesLeaving?: boolean;
};

/**
 * Save the entries of a short form when the page is left for the sign-in or a new version, and restore them when the
 * form opens again. A form that the user closes is not saved, unless it `survivesLeaving`. `entries` returns the current values as JSON, without
 * passwords. Only values that differ from the beginning are saved: another user may have changed the others since.
 */
export function useDraft<D extends Record<string, unknown>>(
  form: string,
  entries: () => D,
  restore: (entries: D) => void,
  { here = true, beginning, survivesLeaving = false }: Options<D> = {},
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
  const changes = () => {
    const before = first();
    const changed = Object.entries(entries()).filter(
      ([name, entry]) => JSON.stringify(entry) !== JSON.stringify(before[name]),
    );
    return changed.length > 0 ? Object.fromEntries(changed) : null;
  };
  useBrowserEvent("BEFORE_LEAVE", ({ onKept }) => {
    const changed = here ? changes() : null;
    if (!changed) return;
    saveDraft(form, userId, changed);
    onKept?.();
  });
  const leave = useEffectEvent(() => saveDraft(form, userId, changes()));
  useEffect(() => {
    if (!here || !survivesLeaving) return;
    const onPageHide = () => leave();
    window.addEventListener("pagehide", onPageHide);
    return () => {
      window.removeEventListener("pagehide", onPageHide);
      leave();
    };
  }, [here, survivesLeaving]);
  return {
    isRestored,
    startOver: () => {
      restore(first());
      setRestored(false);
    },
  };
}
