import { type ReactNode, useEffect, useState } from "react";
import { toasts } from "../lib/toasts";
import { IconButton } from "./button";
import { classNames } from "./class-names";

type Props = {
  className?: string;
  /** Draws the content; the button that turns full screen on and off is handed to it. */
  children: (button: ReactNode) => ReactNode;
};

/**
 * Something that can fill the screen (specification, section 8: 'Full screen is not supported.').
 *
 * It is the page that the browser makes as large as the screen, and this that is laid over the page: what stands
 * above a page, dialogs, menus and toasts, stands above this too.
 */
export function FullScreen({ className, children }: Props) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  const toggle = async () => {
    try {
      if (full) await document.exitFullscreen();
      else if (document.documentElement.requestFullscreen) await document.documentElement.requestFullscreen();
      else throw new Error("no full screen here");
      setFull(!full);
    } catch {
      toasts.error("Full screen is not supported.");
    }
  };
  const button = (
    <IconButton
      icon={full ? "fullscreen-exit" : "fullscreen"}
      label={full ? "Leave full screen" : "Full screen"}
      size="sm"
      onClick={toggle}
    />
  );
  return <div className={classNames("full-screen", full && "is-full", className)}>{children(button)}</div>;
}
