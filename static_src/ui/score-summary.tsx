import type { ReactNode } from "react";
import { Card } from "./card";
import { ScoreBand, ScoreChange } from "./score-bar";
import type { ScoredTopic } from "./topic-scores";
import "./scores.scss";

type Props = {
  /** The name of the overall score. */
  label: string;
  percent: number | null;
  previous: { percent: number | null; title: string; href: string } | null;
  topics: readonly ScoredTopic[];
  /** Shown instead of a score. */
  none: string;
  /** A sentence about the state of the score. */
  note?: ReactNode;
};

type RatedTopic = ScoredTopic & { percent: number };

/** The overall score with its change, the strongest and the weakest topic, and the topic that changed most. */
export function ScoreSummary({ label, percent, previous, topics, none, note }: Props) {
  const rated = topics
    .filter((topic): topic is RatedTopic => topic.percent !== null)
    .toSorted((a, b) => a.percent - b.percent);
  const strongest = rated.at(-1);
  const mostChanged = rated
    .filter((topic) => changeOf(topic) !== 0)
    .toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))[0];
  const facts: [string, RatedTopic | undefined][] = [
    ["Strongest", rated.length > 1 ? strongest : undefined],
    ["Weakest", rated.length > 1 ? rated[0] : undefined],
    ["Largest change", mostChanged],
  ];
  return (
    <Card flush className="score-summary">
      <dl>
        <div>
          <dt>{label}</dt>
          <dd>
            {percent === null ? (
              <span className="score-figure score-figure-none">{none}</span>
            ) : (
              <span className="score-overall">
                <span className="score-figure num">{percent}%</span>
                <ScoreBand percent={percent} />
              </span>
            )}
            {percent !== null && previous && previous.percent !== null && (
              <span className="cell-sub d-block">
                <ScoreChange percent={percent} previous={previous.percent} /> since{" "}
                <a href={previous.href}>{previous.title}</a> ({previous.percent}%)
              </span>
            )}
            {note && <span className="cell-sub d-block">{note}</span>}
          </dd>
        </div>
        {percent !== null &&
          facts.map(
            ([name, topic]) =>
              topic && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <strong>{topic.topic}</strong>
                    <span className="cell-sub d-block num">
                      {topic.percent}%{changeText(topic)}
                    </span>
                  </dd>
                </div>
              ),
          )}
      </dl>
    </Card>
  );
}

function changeOf({ percent, previous }: RatedTopic): number {
  return previous === null ? 0 : percent - previous;
}

function changeText(topic: RatedTopic): string {
  const change = changeOf(topic);
  if (change === 0) return topic.previous === null ? "" : ", unchanged";
  return change > 0 ? `, ${change} up` : `, ${-change} down`;
}
