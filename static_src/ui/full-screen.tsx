import { type ReactNode, useEffect, useState } from "react";
import { toasts } from "../lib/toasts";
import { IconButton } from "./button";
import { classNames } from "./class-names";

type Props = {
  className?: string;
  /** Render the content around the button that toggles full screen. */
  children: (button: ReactNode) => ReactNode;
};

/**
 * Content that can fill the screen (specification, section 8: 'Full screen is not supported.').
 *
 * The browser enlarges the whole page, and the content covers the page. So dialogs, menus and toasts stay above it.
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
