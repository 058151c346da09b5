import { percentOf, percentText } from "../../domain/assessments/assessments";
import { fieldId } from "../../domain/questionnaire/field-ids";
import { formatCount } from "../../lib/text/numbers";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { ScoreSummary } from "../../ui/score-summary";
import { type ScoredAnswer, type ScoredTopic, TopicScores } from "../../ui/topic-scores";
import { PerformanceTable } from "./performance-table";
import { TasksCard } from "./tasks-card";
import type { Assessment, Scoring } from "./types";
import "./assessments.scss";

type Question = Scoring["questions"][number];

/** Tab 'Scoring & Reports': the scores of the completed surveys, fixed once the assessment is completed. */
export function ScoringTab({ assessment }: { assessment: Assessment }) {
  const { scoring, type, typeInfo, status, tasks, previous } = assessment;
  const performance = type === "PERFORMANCE";
  const completed = status === "COMPLETED";
  const topics = topicsOf(assessment);
  return (
    <div className="stack">
      <ScoreSummary
        label={typeInfo.scoreName}
        percent={percentOf(scoring.overall)}
        none={completed ? "no score" : "Not scored yet"}
        previous={
          previous && {
            percent: percentOf(previous.score),
            title: previous.title,
            href: `/assessment/${previous.id}?tab=scoring`,
          }
        }
        topics={topics}
        note={
          completed
            ? "Final score, set when the assessment was closed."
            : countedText(
                scoring.respondents.length,
                assessment.rfxs.filter(({ ignored }) => !ignored).length,
              )
        }
      />
      {topics.length === 0 ? (
        <Card flush>
          <EmptyState
            icon="chart"
            title="Nothing has been scored yet."
            text="Scores appear here as soon as a survey with scored questions is completed."
          />
        </Card>
      ) : (
        <>
          <TopicScores title={performance ? "Scores by topic" : "Scoring"} topics={topics} />
          {performance && <PerformanceTable scoring={scoring} />}
        </>
      )}
      {performance && scoring.comments.length > 0 && <Comments comments={scoring.comments} />}
      {!performance && <TasksCard tasks={tasks} />}
    </div>
  );
}

function countedText(done: number, all: number): string {
  return `${done} of ${formatCount(all, "survey is", "surveys are")} completed and counted. Closing the assessment fixes the score.`;
}

/** Return the topics with the answers of all respondents, each linked to the lowest one. */
function topicsOf({ scoring, previous }: Assessment): ScoredTopic[] {
  const earlier = new Map(previous?.topics.map(({ topic, score }) => [topic, percentOf(score)]));
  return scoring.topics.map(({ topic, score, weight }) => ({
    topic,
    percent: percentOf(score),
    previous: earlier.get(topic) ?? null,
    weight,
    answers: scoring.questions.flatMap((question, index) =>
      question.topic === topic ? [answerOf(question, scoring, `${index}`)] : [],
    ),
  }));
}

function answerOf(question: Question, { respondents }: Scoring, id: string): ScoredAnswer {
  const { scores, keys, mean, weight } = question;
  const answered = scores.flatMap((score, column) => (score === null ? [] : [{ score, column }]));
  const lowest = answered.toSorted((a, b) => a.score - b.score)[0];
  const respondent = lowest && respondents[lowest.column];
  const key = lowest && keys?.[lowest.column];
  return {
    id,
    question: question.question,
    text:
      answered.length > 1 && lowest && respondent
        ? `Mean of ${answered.length} answers, lowest ${percentText(lowest.score)} by ${respondent.name}`
        : respondent?.name,
    note: `Weight ${weight}`,
    points: percentText(mean),
    percent: percentOf(mean),
    href: respondent ? `/rfx/${respondent.rfxId}?tab=rfi${key ? `#${fieldId(key)}` : ""}` : "?tab=rfxs",
  };
}

function Comments({ comments }: { comments: Assessment["scoring"]["comments"] }) {
  return (
    <Card title="Comments">
      {comments.map(({ question, answers }) => (
        <section key={question} className="survey-comments">
          <h3>{question}</h3>
          <ul>
            {answers.map(({ respondent, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one respondent may be listed twice
              <li key={index}>
                <p>{text}</p>
                <span className="cell-sub">{respondent}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}
