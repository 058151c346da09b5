import type { OverlayRegistry } from "../lib/overlays";

/** The modals that any screen may open with a browser event, in alphabetical order. */
export const overlays: OverlayRegistry = {
  OPEN_ADD_SUPPLIERS: () => import("../features/compose/add-suppliers-modal"),
  OPEN_ADD_USER: () => import("../features/network/invite/add-user-modal"),
  OPEN_FIND: () => import("../features/shell/find/palette"),
  OPEN_NEW_ASSESSMENT: () => import("../features/assessments/new-assessment-modal"),
  OPEN_NEW_MESSAGE: () => import("../features/compose/new-message-modal"),
  OPEN_NEW_NCR: () => import("../features/ncr/ncr-overlay"),
};
