import { Fragment } from "react";
import { groupDigits } from "../lib/text/numbers";
import { valueSteps } from "./chart-scale";
import "./charts.scss";

type Props = {
  /** A column without a count has no data; `href` leads to the counted records. */
  columns: readonly { name: string; count: number | null; href?: string | null }[];
  label: string;
};

const gap = 0.15;

/** Columns of counts by name, with number and name below each. An SVG that stretches to its width; rendered on the server too. */
export function ColumnChart({ columns, label }: Props) {
  const steps = valueSteps(Math.max(0, ...columns.map(({ count }) => count ?? 0)));
  const top = steps.at(-1) ?? 1;
  const width = 100 / Math.max(columns.length, 1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it scrolls sideways, by keyboard too
    <figure className="chart chart-scroll" aria-label={label} tabIndex={0}>
      <div className="chart-columns">
        <svg className="chart-plot" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {steps.map((step) => {
            const y = 100 - (step * 100) / top;
            return <line key={step} className="chart-grid" x1="0" x2="100" y1={y} y2={y} />;
          })}
          {columns.map(({ name, count }, index) => {
            const height = (Math.max(0, count ?? 0) * 100) / top;
            return (
              <rect
                key={name}
                className="chart-column"
                x={(index + gap) * width}
                width={width * (1 - 2 * gap)}
                y={100 - height}
                height={height}
              />
            );
          })}
        </svg>
        <ul className="chart-names">
          {columns.map(({ name, count, href }) => (
            <li key={name}>
              {count === null ? (
                <span>no data</span>
              ) : (
                <strong className="num">
                  {href ? <a href={href}>{groupDigits(count)}</a> : groupDigits(count)}
                </strong>
              )}
              <span>
                {name.split(".").map((part, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name
                  <Fragment key={index}>
                    {index > 0 && (
                      <>
                        .<wbr />
                      </>
                    )}
                    {part}
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  );
}
