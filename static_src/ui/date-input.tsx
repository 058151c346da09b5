import { useEffect, useId, useRef, useState } from "react";
import { useLoaded } from "../lib/browser/use-loaded";
import { parseDay, printDay } from "../lib/text/days";
import { IconButton } from "./button";
import { useFieldControl } from "./field";
import { TextInput } from "./inputs";

type Props = {
  /** YYYY-MM-DD, or null without a valid day. */
  value: string | null;
  /** Called with the day and the typed text, which distinguishes an invalid date from an empty field. */
  onChange: (day: string | null, text: string) => void;
  /** The typed text, if the caller stores it (RFx answers include texts that are not a day). */
  text?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  label?: string | undefined;
  /** Mark the input as invalid without a Field around it. */
  invalid?: boolean | undefined;
};

/** Characters: a day and the blanks around a pasted one. A lower limit would cut off the year. */
const maxTyped = 20;

const load = () => import("./day-calendar");

/** An input for a day as dd/mm/yyyy, typed or picked in a calendar that loads on first use. */
export function DateInput({
  value,
  onChange,
  text: controlledText,
  min,
  max,
  disabled,
  onBlur,
  label,
  invalid,
}: Props) {
  const [typed, setTyped] = useState(controlledText ?? printDay(value));
  const [shownFor, setShownFor] = useState(value);
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const control = useFieldControl();
  const popupId = useId();
  const calendar = useLoaded(load, open);

  if (value !== shownFor) {
    setShownFor(value);
    if (value !== parseDay(typed)) setTyped(printDay(value));
  }

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);

  const change = (text: string) => {
    const day = parseDay(text);
    setTyped(text);
    setShownFor(day);
    onChange(day, text);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only watches for Escape and for the focus that leaves it
    <div
      className="date-input"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        close();
      }}
      onBlur={({ relatedTarget }) =>
        relatedTarget && !root.current?.contains(relatedTarget) && setOpen(false)
      }
    >
      <div className="input-shell">
        <TextInput
          {...control}
          {...(label ? { "aria-label": label } : {})}
          {...(invalid ? { "aria-invalid": true } : {})}
          className="num"
          value={controlledText ?? typed}
          placeholder="dd/mm/yyyy"
          inputMode="numeric"
          autoComplete="off"
          maxLength={maxTyped}
          disabled={disabled}
          onChange={(event) => change(event.target.value)}
          onBlur={onBlur}
        />
        <IconButton
          ref={button}
          className="input-action"
          icon="calendar"
          label="Choose a date"
          aria-expanded={open}
          aria-controls={open ? popupId : undefined}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <div className="date-popup" id={popupId} role="dialog" aria-label="Choose a date">
          {calendar ? (
            <calendar.DayCalendar
              value={value}
              min={min}
              max={max}
              onPick={(day) => {
                change(printDay(day));
                close();
              }}
            />
          ) : (
            <span className="skeleton w-80" />
          )}
        </div>
      )}
    </div>
  );
}
