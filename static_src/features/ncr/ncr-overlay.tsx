import { useEffect } from "react";
import { pageSupplier } from "../../domain/page-supplier";
import type { OverlayProps } from "../../lib/overlays";
import { NcrModal } from "./ncr-modal";

/**
 * The modal over any page: a new one from the plus menu, about the supplier whose page it is, or the details of one from a supplier's page. It closes on
 * navigation, which other pages' loading does by itself.
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
