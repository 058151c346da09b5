import { DayPicker } from "react-day-picker";
import { dateOf, dayOf } from "../lib/text/days";
import { Icon } from "./icon";

type Props = {
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
};

const classes = {
  root: "day-picker",
  months: "dp-months",
  month: "dp-month",
  nav: "dp-nav",
  month_caption: "dp-caption",
  caption_label: "dp-caption-label",
  dropdowns: "dp-dropdowns",
  dropdown_root: "dp-dropdown-root",
  dropdown: "dp-dropdown",
  month_grid: "dp-grid",
  weekday: "dp-weekday",
  day: "dp-day",
  day_button: "dp-day-button",
  button_previous: "dp-previous",
  button_next: "dp-next",
  selected: "dp-selected",
  today: "dp-today",
  outside: "dp-outside",
  disabled: "dp-disabled",
};

/** Return the accessible name of a day. It begins with the visible number (WCAG 2.5.3). */
function dayName(date: Date): string {
  return `${date.getDate()} ${date.toLocaleDateString("en-GB", { month: "long", year: "numeric" })}, ${date.toLocaleDateString("en-GB", { weekday: "long" })}`;
}

function Chevron({ orientation }: { orientation?: "up" | "down" | "left" | "right" | undefined }) {
  return <Icon name={orientation ?? "down"} />;
}

/** The calendar of `DateInput`, in a separate chunk. */
export function DayCalendar({ value, min, max, onPick }: Props) {
  const selected = value ? dateOf(value) : undefined;
  return (
    <DayPicker
      mode="single"
      autoFocus
      required={false}
      weekStartsOn={1}
      captionLayout="dropdown"
      selected={selected}
      startMonth={min ? dateOf(min) : new Date(new Date().getFullYear() - 30, 0)}
      endMonth={max ? dateOf(max) : new Date(new Date().getFullYear() + 30, 11)}
      {...(selected ? { defaultMonth: selected } : {})}
      disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
      onDayClick={(date, modifiers) => !modifiers.disabled && onPick(dayOf(date))}
      labels={{ labelDayButton: dayName }}
      classNames={classes}
      components={{ Chevron }}
    />
  );
}
