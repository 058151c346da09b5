import { groupDigits } from "../lib/text/numbers";
import "./charts.scss";

type Series = { name: string; tone: string; values: readonly number[] };

type Props = {
  label: string;
  /** `tone` is the colour of the bar, in place of the colour of the series. */
  categories: readonly { name: string; href: string | null; tone?: string | null }[];
  /** The segments of each bar, in order; with more than one series the chart has a legend. */
  series: readonly Series[];
};

/** Horizontal bars of counts by name, each with its number and a link to the counted records. Rendered on the server too. */
export function BarChart({ label, categories, series }: Props) {
  const totals = categories.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const longest = Math.max(1, ...totals);
  return (
    <figure className="chart bar-chart" aria-label={label}>
      <ul className="bar-rows">
        {categories.map(({ name, href, tone: ownTone }, index) => (
          <li key={name}>
            <span className="bar-name">{href ? <a href={href}>{name}</a> : name}</span>
            <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className="bar-ground" width="100" height="10" />
              {pieces(series, index, longest).map(({ key, tone, from, width }) => (
                <rect
                  key={key}
                  className={`bar-piece bar-${ownTone ?? tone}`}
                  x={from}
                  width={width}
                  height="10"
                />
              ))}
            </svg>
            <strong className="num">{groupDigits(totals[index] ?? 0)}</strong>
            {series.length > 1 && (
              <span className="visually-hidden">
                {series.map((item) => `${item.name}: ${item.values[index] ?? 0}`).join(", ")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {series.length > 1 && (
        <figcaption className="bar-legend">
          {series.map(({ name, tone }) => (
            <span key={name}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect className={`bar-piece bar-${tone}`} width="10" height="10" rx="2" />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function pieces(series: readonly Series[], index: number, longest: number) {
  let from = 0;
  return series.flatMap(({ name, tone, values }) => {
    const width = ((values[index] ?? 0) * 100) / longest;
    const piece = { key: name, tone, from, width };
    from += width;
    return width > 0 ? [piece] : [];
  });
}
