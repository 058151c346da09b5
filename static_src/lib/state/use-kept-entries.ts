import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usePageContext } from "../browser/page-context";
import { useBrowserEvent } from "../events";
import { keepDraft, takeKeptDraft } from "./kept-draft";

/** Whether a form begins with what was kept of the last time, and the way to begin anew. */
export type KeptEntries = { restored: boolean; beginAnew: () => void };

type Options<D> = {
  /** False while it is not shown. */
  here?: boolean;
  /** What it begins with, where that changes while it is shown; otherwise what it holds when it is opened. */
  beginning?: D;
};

/**
 * For what is short and sent as a whole, a dialog or a panel: when the page is left for the sign-in or a new version
 * while it is shown, what was filled in is kept, and taken up where it is opened the next time. What people put away
 * themselves is not kept. `entries` answers what is filled in now, as JSON can hold it, without any password; of it
 * only what differs from the beginning is kept, for the rest may have been changed by somebody else meanwhile.
 */
export function useKeptEntries<D extends Record<string, unknown>>(
  form: string,
  entries: () => D,
  takeUp: (entries: D) => void,
  { here = true, beginning }: Options<D> = {},
): KeptEntries {
  const userId = usePageContext().user?.id ?? 0;
  const opened = useRef<D | null>(null);
  const [restored, setRestored] = useState(false);
  const first = () => beginning ?? opened.current ?? entries();
  const open = useEffectEvent(() => {
    opened.current = entries();
    setRestored(false);
    const kept = takeKeptDraft<Partial<D>>(form, userId);
    if (!kept) return;
    takeUp({ ...first(), ...kept });
    setRestored(true);
  });
  useEffect(() => {
    if (here) open();
  }, [here]);
  useBrowserEvent("BEFORE_LEAVE", () => {
    if (!here) return;
    const before = first();
    const changed = Object.entries(entries()).filter(
      ([name, entry]) => JSON.stringify(entry) !== JSON.stringify(before[name]),
    );
    if (changed.length > 0) keepDraft(form, userId, Object.fromEntries(changed));
  });
  return {
    restored,
    beginAnew: () => {
      takeUp(first());
      setRestored(false);
    },
  };
}
