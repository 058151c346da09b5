import { useEffect } from "react";
import { pageSupplier } from "../../domain/page-supplier";
import type { OverlayProps } from "../../lib/overlays";
import { NcrModal } from "./ncr-modal";

/**
 * Overlay with the modal: a new record from the plus menu (for the supplier of the page) or the details of a record.
 * It closes when the user goes back or forward; loading another page removes it anyway.
 */
export default function NcrOverlay({ detail, show, onClose }: OverlayProps<"OPEN_NEW_NCR">) {
  const { id = null, relationshipId, supplierName = "" } = detail;
  const supplier = relationshipId ? { relationshipId, name: supplierName } : pageSupplier();
  useEffect(() => {
    if (!show) return;
    window.addEventListener("popstate", onClose);
    return () => window.removeEventListener("popstate", onClose);
  }, [show, onClose]);
  return <NcrModal show={show} onClose={onClose} id={id} supplier={id === null ? supplier : null} />;
}
