import { Badge } from "./badge";
import { classNames } from "./class-names";
import "./scores.scss";

/** The bands of a score in percent, each with its lower limit. */
const bands = [
  { from: 70, tone: "ok", label: "Good", range: "from 70" },
  { from: 40, tone: "wait", label: "Fair", range: "40 to 69" },
  { from: Number.NEGATIVE_INFINITY, tone: "bad", label: "Weak", range: "under 40" },
] as const;

export function bandOf(percent: number): (typeof bands)[number] {
  return bands.find(({ from }) => percent >= from) ?? bands[2];
}

type Score = { percent: number; previous?: number | null };

/**
 * A score as a bar on a track with three bands, and the previous score as a tick. Hidden from screen readers: the text
 * next to it contains the same.
 */
export function ScoreBar({ percent, previous = null }: Score) {
  return (
    <span className="score-bar" aria-hidden="true">
      <svg className="score-track" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="score-ground-bad" width="40" height="10" />
        <rect className="score-ground-wait" x="40" width="30" height="10" />
        <rect className="score-ground-ok" x="70" width="30" height="10" />
        <rect className={`score-value-${bandOf(percent).tone}`} width={onScale(percent)} height="10" />
      </svg>
      {previous !== null && (
        <svg className="score-tick" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          {["score-tick-gap", "score-tick-line"].map((name) => (
            <line
              key={name}
              className={name}
              x1={onScale(previous)}
              x2={onScale(previous)}
              y1="0"
              y2="10"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      )}
    </span>
  );
}

/** Negative points are possible, so a score may be outside of the scale. */
const onScale = (percent: number) => Math.min(100, Math.max(0, percent));

/** The band of a score as a word. */
export function ScoreBand({ percent }: { percent: number }) {
  const { tone, label } = bandOf(percent);
  return <Badge tone={tone}>{label}</Badge>;
}

/** The change since the previous score in points ('+7'); a dash without one. */
export function ScoreChange({ percent, previous = null }: Score) {
  if (previous === null) return <span className="text-secondary">-</span>;
  const change = percent - previous;
  return (
    <span className={classNames("score-change num", change > 0 && "score-up", change < 0 && "score-down")}>
      {change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0"}
      <span className="visually-hidden"> since the previous score of {previous}%</span>
    </span>
  );
}

/** A score in a list: a small bar, the value, and the change since the previous score. */
export function ScoreCell({ percent, previous = null }: Score) {
  return (
    <span className="score-cell">
      <ScoreBar percent={percent} previous={previous} />
      <span className="num">{percent}%</span>
      {previous !== null && <ScoreChange percent={percent} previous={previous} />}
      <span className="visually-hidden"> ({bandOf(percent).label})</span>
    </span>
  );
}

/** The meaning of the colours, and of the tick if there is one. */
export function ScoreLegend({ hasPrevious }: { hasPrevious: boolean }) {
  return (
    <span className="score-legend">
      {bands.toReversed().map(({ tone, label, range }) => (
        <span key={tone}>
          <span className={`score-swatch score-swatch-${tone}`} aria-hidden="true" />
          {label}, {range}
        </span>
      ))}
      {hasPrevious && (
        <span>
          <span className="score-swatch score-swatch-previous" aria-hidden="true" />
          Previous
        </span>
      )}
    </span>
  );
}
