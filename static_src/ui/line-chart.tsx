import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useDates } from "../lib/text/dates";
import { groupDigits } from "../lib/text/numbers";
import { labelledPoints, valueSteps } from "./chart-scale";
import "./charts.scss";

type Props = {
  /** One point for each day, in order. */
  points: readonly { day: string; count: number }[];
  /** The counted things ('messages'), shown after the number of the selected day. */
  noun: string;
  label: string;
};

/**
 * A line of counts by day. An SVG that stretches to its width, rendered on the server too; the labels are HTML, so that
 * they keep their size. The pointer or the arrow keys select a day and show its count; a hidden table has the same data
 * for screen readers.
 */
export function LineChart({ points, noun, label }: Props) {
  const dates = useDates();
  const [selected, setSelected] = useState<number | null>(null);
  const steps = valueSteps(Math.max(0, ...points.map(({ count }) => count)));
  const top = steps.at(-1) ?? 1;
  const x = (index: number) => (points.length > 1 ? (index * 100) / (points.length - 1) : 50);
  const y = (count: number) => 100 - (count * 100) / top;
  const line = points.map(({ count }, index) => `${round(x(index))},${round(y(count))}`).join(" ");
  const last = points.length - 1;
  const shown = points[selected ?? last];

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setSelected(Math.max(0, Math.min(last, Math.round(((event.clientX - left) / width) * last))));
  };
  const onKey = (event: KeyboardEvent) => {
    const now = selected ?? last;
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setSelected(Math.max(0, Math.min(last, to)));
  };

  return (
    <figure className="chart">
      {shown && (
        <figcaption className="chart-readout">
          <strong className="num">{groupDigits(shown.count)}</strong> {noun}, {dates.date(shown.day)}
        </figcaption>
      )}
      <div className="chart-frame">
        <div className="chart-values num" aria-hidden="true">
          {steps.toReversed().map((step) => (
            <span key={step}>{groupDigits(step)}</span>
          ))}
        </div>
        <svg
          className="chart-plot"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from day to day
          tabIndex={0}
          onPointerMove={point}
          onPointerLeave={() => setSelected(null)}
          onKeyDown={onKey}
        >
          {steps.map((step) => (
            <line key={step} className="chart-grid" x1="0" x2="100" y1={y(step)} y2={y(step)} />
          ))}
          <polygon className="chart-area" points={`0,100 ${line} 100,100`} />
          <polyline className="chart-line" points={line} />
          {selected !== null && (
            <line className="chart-cursor" x1={x(selected)} x2={x(selected)} y1="0" y2="100" />
          )}
        </svg>
        <div className="chart-days num" aria-hidden="true">
          {labelledPoints(points.length).map((index) => (
            <span key={index}>{dates.shortDate(points[index]?.day)}</span>
          ))}
        </div>
      </div>
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{dates.date(day)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const round = (value: number) => Math.round(value * 100) / 100;
