import type { ComponentType } from "react";
import type { BrowserEventName, BrowserEvents } from "./events";

/** The props of a modal that the shell opens: the detail of its event, and the callback that closes it. */
export type OverlayProps<N extends BrowserEventName> = {
  detail: BrowserEvents[N];
  show: boolean;
  onClose: () => void;
};

/** The modules of modals by the event that opens them; the default export is the component. */
export type OverlayRegistry = {
  [N in BrowserEventName]?: () => Promise<{ default: ComponentType<OverlayProps<N>> }>;
};
