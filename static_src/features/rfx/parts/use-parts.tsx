import { type ReactNode, useMemo, useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { emit } from "../../../lib/events";
import type { OpenRfx } from "../detail/open-rfx";
import { assignedKeys, isLive, type Part, type Parts } from "./parts";

const loadModals = () => import("./part-modals");
const loadView = () => import("./parts-view");

/** The dialog that is open: a new part of a section (by its id, "" for none), or one about a part. */
export type PartDialog =
  | { kind: "ask"; sectionId: string; keys?: readonly string[] }
  | { kind: "change" | "withdraw" | "done" | "return"; part: Part };

/** The parts of an RFx on the screen. */
export type OpenParts = {
  parts: readonly Part[];
  mayAssign: boolean;
  canAskColleagues: boolean;
  /** Keys of the viewer's parts, and of all parts. */
  own: ReadonlySet<string>;
  all: ReadonlySet<string>;
  ask: (dialog: PartDialog) => void;
  apply: (parts: Parts) => void;
  modals: ReactNode;
  /** The components that show parts; they load after the page. */
  view: typeof import("./parts-view") | null;
};

const noParts: Parts = { parts: [], mayAssign: false, canAskColleagues: false };

/**
 * Return the parts of an open RFx and their dialogs. `loaded` is null for viewers who see none. `WatchParts` keeps them
 * current.
 */
export function useParts(
  open: OpenRfx,
  loaded: Parts | null,
  onReturned?: (part: Part) => void,
): OpenParts | null {
  const [state, apply] = useState(loaded ?? noParts);
  const [dialog, ask] = useState<PartDialog | null>(null);
  const modals = useLoaded(loadModals, dialog !== null);
  const view = useLoaded(loadView, loaded !== null && (state.mayAssign || state.parts.length > 0));

  const keys = useMemo(() => assignedKeys(state.parts), [state.parts]);
  if (!loaded) return null;
  const reload = () =>
    import("./part-calls").then(({ loadParts }) => loadParts(open.rfx.id)).then(apply, () => {});
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
        {view && <view.WatchParts rfx={open.rfx} parts={state.parts} onChange={reload} />}
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

/** Return the viewer's own parts that are not returned. */
export const ownParts = (parts: OpenParts) => parts.parts.filter((part) => part.isOwn && isLive(part));
