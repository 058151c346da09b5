import { type ReactNode, useEffect, useRef, useState } from "react";
import { toasts } from "../lib/toasts";
import { IconButton } from "./button";
import { classNames } from "./class-names";

type Props = {
  className?: string;
  /** Draws the content; the button that turns full screen on and off is handed to it. */
  children: (button: ReactNode) => ReactNode;
};

/** Something that can fill the screen (specification, section 8: 'Full screen is not supported.'). */
export function FullScreen({ className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement === place.current);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  const toggle = async () => {
    try {
      if (full) await document.exitFullscreen();
      else if (place.current?.requestFullscreen) await place.current.requestFullscreen();
      else throw new Error("no full screen here");
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
  return (
    <div ref={place} className={classNames("full-screen", className)}>
      {children(button)}
    </div>
  );
}
