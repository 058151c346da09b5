import { OverlayHost } from "../features/shell/overlay-host";
import { ToastHost } from "../ui/toast-host";
import { overlays } from "./overlay-registry";

/** What lies over every page: toasts, and the modals that several screens share. */
export default function ShellOverlays() {
  return (
    <>
      <ToastHost />
      <OverlayHost registry={overlays} />
    </>
  );
}
