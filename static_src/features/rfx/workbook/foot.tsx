import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Render the buttons of a view in the footer of its dialog, which stays the same while the views change. */
export function Foot({ foot, children }: { foot: HTMLElement | null; children: ReactNode }) {
  return foot && createPortal(children, foot);
}
