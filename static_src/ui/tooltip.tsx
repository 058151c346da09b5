import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "./class-names";

type Props = {
  text: ReactNode;
  /** The explained element; it must be focusable. */
  children: ReactElement<{ "aria-describedby"?: string | undefined }>;
  align?: "center" | "start" | "end";
  below?: boolean;
};

/** A short text about a control, shown on hover and focus. Escape hides it. */
export function Tooltip({ text, children, align = "center", below = false }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [side, setSide] = useState(align);
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!shown || !bubble.current) return;
    const { left, right } = bubble.current.getBoundingClientRect();
    if (left < 0) setSide("start");
    else if (right > document.documentElement.clientWidth) setSide("end");
  }, [shown]);
  useEffect(() => {
    if (!shown) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setShown(false);
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [shown]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only watches the pointer and the focus of its child
    <span
      className="tip"
      onMouseEnter={() => setShown(true)}
      onMouseLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
    >
      {cloneElement(children, { "aria-describedby": shown ? id : undefined })}
      {shown && (
        <span
          ref={bubble}
          role="tooltip"
          id={id}
          className={classNames("tip-bubble", side !== "center" && `tip-${side}`, below && "tip-below")}
        >
          {text}
        </span>
      )}
    </span>
  );
}
