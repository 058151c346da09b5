import type { ComponentType } from "react";
import type { BrowserEventName, BrowserEvents } from "./events";

/** What a modal of the shell is given: what its opener knew, and how to close. */
export type OverlayProps<N extends BrowserEventName> = {
  detail: BrowserEvents[N];
  show: boolean;
  onClose: () => void;
};

/** Which module draws the modal that an event opens; its default export is the component. */
export type OverlayRegistry = {
  [N in BrowserEventName]?: () => Promise<{ default: ComponentType<OverlayProps<N>> }>;
};
