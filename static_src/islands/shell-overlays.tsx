import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { OverlayHost } from "../features/shell/overlay-host";
import { usePageContext } from "../lib/browser/page-context";
import { useLoaded } from "../lib/browser/use-loaded";
import { useBrowserEvent } from "../lib/events";
import { subscribeWatched, watchedRfx } from "../lib/state/watched-rfx";
import { ToastHost } from "../ui/toast-host";
import { overlays } from "./overlay-registry";

const loadUpdates = () => import("../features/shell/live-updates");

const loadStepUp = () => import("../features/shell/ask-step-up");

const isWatchingOnServer = () => false;

/** The overlays of every page: toasts, and the modals that several screens share. */
export default function ShellOverlays() {
  const { live } = usePageContext();
  const isWatching = useSyncExternalStore(subscribeWatched, () => watchedRfx() !== null, isWatchingOnServer);
  // A guest's page polls only for its RFx.
  const isPolling = live !== null || isWatching;
  const updates = useLoaded(loadUpdates, isPolling);
  useEffect(
    () => (isPolling && updates ? updates.startLiveUpdates(live) : undefined),
    [isPolling, live, updates],
  );
  const [stepUp, setStepUp] = useState<ReactNode>(null);
  useBrowserEvent("FORBIDDEN", ({ response, until }) =>
    until(loadStepUp().then(({ resolveForbidden }) => resolveForbidden(response, setStepUp))),
  );
  return (
    <>
      <ToastHost />
      <OverlayHost registry={overlays} />
      {stepUp}
    </>
  );
}
