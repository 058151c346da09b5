import type { OverlayRegistry } from "../lib/overlays";

/** The modals that any screen may open by a browser event, one line each, in alphabetical order. */
export const overlays: OverlayRegistry = {
  OPEN_NEW_MESSAGE: () => import("../features/compose/new-message-modal"),
};
