import { type MouseEvent, type ReactNode, useId, useState } from "react";
import { Badge } from "./badge";
import { Button, IconButton } from "./button";
import { Card } from "./card";
import { bandOf, ScoreBand, ScoreBar, ScoreChange, ScoreLegend } from "./score-bar";
import "./scores.scss";

/** Number of answers that an opened topic shows first. */
const lowestShown = 3;

/** A scored answer; `percent` decides the order, and is null if it was not answered in an unfinished form. */
export type ScoredAnswer = {
  id: string;
  question: string;
  /** The answer, or the mean of several. */
  text: ReactNode;
  /** Its rule and weight. */
  note: string;
  /** '7 of 15'. */
  points: string;
  percent: number | null;
  /** The answer in its form. */
  href: string;
  onOpen?: (event: MouseEvent) => void;
};

/** A topic with whole percentages; null without a score. */
export type ScoredTopic = {
  topic: string;
  percent: number | null;
  previous: number | null;
  weight: number;
  answers: readonly ScoredAnswer[];
};

type Props = {
  title: string;
  topics: readonly ScoredTopic[];
  /** False: the scores are provisional, and each topic shows 'Not scored yet'. */
  isFinished?: boolean;
};

/** Scores by topic as bars, the weakest first. An opened topic shows its lowest answers, each with a link to it. */
export function TopicScores({ title, topics, isFinished = true }: Props) {
  const hasPrevious = isFinished && topics.some(({ previous }) => previous !== null);
  const ordered = isFinished
    ? topics.toSorted((a, b) => (a.percent ?? Infinity) - (b.percent ?? Infinity))
    : topics;
  return (
    <Card
      flush
      className="topic-scores"
      title={
        <>
          {title} {isFinished && <span className="score-order">Weakest first</span>}
        </>
      }
      actions={isFinished && <ScoreLegend hasPrevious={hasPrevious} />}
    >
      <table className="score-table" aria-label="Scores by topic">
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col" className="score-scale-cell">
              <span className="visually-hidden">Bar</span>
              <span className="score-scale" aria-hidden="true">
                <span>0</span>
                <span>40</span>
                <span>70</span>
                <span>100</span>
              </span>
            </th>
            <th scope="col" className="num">
              Score
            </th>
            <th scope="col">Band</th>
            <th scope="col" className="num">
              Change
            </th>
            <th scope="col" className="num">
              Weight
            </th>
            <th scope="col" className="num">
              Answers
            </th>
          </tr>
        </thead>
        {ordered.map((topic) => (
          <Topic key={topic.topic} topic={topic} isFinished={isFinished} />
        ))}
      </table>
    </Card>
  );
}

function Topic({ topic, isFinished }: { topic: ScoredTopic; isFinished: boolean }) {
  const { percent, previous, weight, answers } = topic;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      <tr className="score-row">
        <th scope="row">
          <span className="score-topic">
            <IconButton
              icon={isOpen ? "down" : "right"}
              size="sm"
              label={`${isOpen ? "Hide" : "Show"} how ${topic.topic} was scored`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            />
            {topic.topic}
          </span>
        </th>
        {isFinished && percent !== null ? (
          <>
            <td className="score-bar-cell">
              <ScoreBar percent={percent} previous={previous} />
            </td>
            <td className="num score-percent">{percent}%</td>
            <td className="score-band-cell">
              <ScoreBand percent={percent} />
            </td>
            <td className="num score-change-cell" data-label="Change">
              <ScoreChange percent={percent} previous={previous} />
            </td>
          </>
        ) : (
          <td colSpan={4} className="score-none-cell">
            {isFinished ? "Not scored" : "Not scored yet"}
          </td>
        )}
        <td className="num" data-label="Weight">
          {weight}
        </td>
        <td className="num" data-label="Answers">
          {answers.length}
        </td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={7} className="score-detail">
            <Answers topic={topic.topic} answers={answers} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Answers({ topic, answers }: { topic: string; answers: readonly ScoredAnswer[] }) {
  const [isLong, setLong] = useState(false);
  const ordered = answers.toSorted((a, b) => (a.percent ?? Infinity) - (b.percent ?? Infinity));
  const shown = isLong ? ordered : ordered.slice(0, lowestShown);
  return (
    <>
      <ul className="score-answers" aria-label={`How ${topic} was scored`}>
        {shown.map(({ id, question, text, note, points, percent, href, onOpen }) => (
          <li key={id}>
            <span className="score-answer">
              <span className="score-question">{question}</span>
              <span className="score-answer-text">{text}</span>
              <span className="cell-sub">{note}</span>
            </span>
            <Badge tone={percent === null ? "none" : bandOf(percent).tone} className="num">
              {percent === null ? "Not answered" : points}
            </Badge>
            <a href={href} onClick={onOpen}>
              Open answer<span className="visually-hidden">: {question}</span>
            </a>
          </li>
        ))}
      </ul>
      {ordered.length > lowestShown && (
        <Button variant="link" size="sm" className="score-more" onClick={() => setLong(!isLong)}>
          {isLong ? `Show the ${lowestShown} lowest answers` : `Show all ${ordered.length} answers`}
        </Button>
      )}
    </>
  );
}
