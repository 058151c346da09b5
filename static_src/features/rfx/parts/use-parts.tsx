import { type ReactNode, useMemo, useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { emit } from "../../../lib/events";
import type { OpenRfx } from "../detail/open-rfx";
import { assignedKeys, type OpenParts, type Part, type PartDialog, type Parts } from "./parts";

const loadModals = () => import("./part-modals");
export const loadView = () => import("./parts-view");

/** The parts of an RFx with their dialogs, and the components that show them, which load after the page. */
export type ShownParts = OpenParts & {
  modals: ReactNode;
  view: typeof import("./parts-view") | null;
};

const noParts: Parts = { parts: [], mayAssign: false };

/**
 * Return the parts of an open RFx and their dialogs. `loaded` is null for viewers who see none. `WatchParts` keeps them
 * current.
 */
export function useParts(
  open: OpenRfx,
  loaded: Parts | null,
  onReturned?: (part: Part) => void,
): ShownParts | null {
  const [state, apply] = useState(loaded ?? noParts);
  const [dialog, ask] = useState<PartDialog | null>(null);
  const modals = useLoaded(loadModals, dialog !== null);
  const view = useLoaded(loadView, loaded !== null && (state.mayAssign || state.parts.length > 0));

  const keys = useMemo(() => assignedKeys(state.parts), [state.parts]);
  if (!loaded) return null;
  const reload = () =>
    import("./part-calls").then(({ loadParts }) => loadParts(open.rfx)).then(apply, () => {});
  const close = () => ask(null);
  const changed = (next: Parts) => {
    apply(next);
    close();
    emit("EVENT_LOG_CHANGED", {});
  };
  return {
    ...state,
    ...keys,
    ask,
    apply,
    view: view ?? null,
    modals: (
      <>
        {view && <view.WatchParts open={open} parts={state.parts} onChange={reload} />}
        {dialog && modals && (
          <modals.PartModal
            open={open}
            parts={state}
            dialog={dialog}
            onChanged={changed}
            onReturned={(part) => {
              close();
              if (onReturned) onReturned(part);
              else reload();
            }}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
