import { useEffect } from "react";
import { OverlayHost } from "../features/shell/overlay-host";
import { usePageContext } from "../lib/browser/page-context";
import { useLoaded } from "../lib/browser/use-loaded";
import { ToastHost } from "../ui/toast-host";
import { overlays } from "./overlay-registry";

const loadUpdates = () => import("../features/shell/live-updates");

/** The overlays of every page: toasts, and the modals that several screens share. */
export default function ShellOverlays() {
  const { live } = usePageContext();
  const updates = useLoaded(loadUpdates, live !== null);
  useEffect(() => (live && updates ? updates.startLiveUpdates(live) : undefined), [live, updates]);
  return (
    <>
      <ToastHost />
      <OverlayHost registry={overlays} />
    </>
  );
}
