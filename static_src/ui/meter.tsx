import type { Tone } from "./badge";
import { classNames } from "./class-names";
import "./meter.scss";

type MeterPart = { value: number; tone: Tone };

type Props = {
  total: number;
  /** The parts from the left; the rest of the track stays empty. */
  parts: readonly MeterPart[];
  className?: string;
};

/** The width of the gap between two parts, in percent. */
const gap = 0.8;

/** A bar with parts of a total. Hidden from screen readers: the text next to it contains the same. */
export function Meter({ total, parts, className }: Props) {
  const shown = parts.filter(({ value }) => value > 0);
  let start = 0;
  return (
    <svg
      className={classNames("meter", className)}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="meter-ground" width="100" height="10" />
      {shown.map(({ value, tone }, index) => {
        const width = total > 0 ? (100 * value) / total : 0;
        const x = start;
        start += width;
        const isLast = index === shown.length - 1;
        return (
          <rect
            key={tone}
            className={`meter-${tone}`}
            x={x}
            width={Math.max(0, isLast ? width : width - gap)}
            height="10"
          />
        );
      })}
    </svg>
  );
}
