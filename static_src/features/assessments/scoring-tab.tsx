import { percentOf, percentText } from "../../domain/assessments/assessments";
import { Card } from "../../ui/card";
import { ColumnChart } from "../../ui/column-chart";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { FullScreen } from "../../ui/full-screen";
import { PerformanceTable } from "./performance-table";
import { TasksCard } from "./tasks-card";
import type { Assessment, TopicScore } from "./types";
import "./assessments.scss";
import "../../domain/assessments/scores.scss";

/** Tab 'Scoring & Reports': the scores of the completed surveys, fixed once the assessment is completed. */
export function ScoringTab({ assessment }: { assessment: Assessment }) {
  const { scoring, type, typeInfo, status, tasks } = assessment;
  const performance = type === "PERFORMANCE";
  const completed = status === "COMPLETED";
  return (
    <div className="stack">
      <Card title={typeInfo.scoreName}>
        <p className="score-figure num">{percentText(scoring.overall, "no score")}</p>
        <p className="cell-sub mb-0">
          {completed
            ? "Fixed when the assessment was closed."
            : counted(scoring.respondents.length, assessment.rfxs.filter(({ ignored }) => !ignored).length)}
        </p>
      </Card>
      {scoring.topics.length === 0 ? (
        <Card flush>
          <EmptyState
            icon="chart"
            title="Nothing has been scored yet."
            text="Scores appear here as soon as a survey with scored questions is completed."
          />
        </Card>
      ) : (
        <>
          <TopicChart topics={scoring.topics} />
          {performance ? <PerformanceTable scoring={scoring} /> : <TopicTable topics={scoring.topics} />}
        </>
      )}
      {performance && scoring.comments.length > 0 && <Comments comments={scoring.comments} />}
      {!performance && <TasksCard tasks={tasks} />}
    </div>
  );
}

function counted(done: number, all: number): string {
  return `${done} of ${all} ${all === 1 ? "survey is" : "surveys are"} completed and counted. Closing the assessment fixes the score.`;
}

function TopicChart({ topics }: { topics: readonly TopicScore[] }) {
  const columns = topics.map(({ topic, score }) => ({ name: topic, count: percentOf(score) ?? 0 }));
  return (
    <FullScreen>
      {(button) => (
        <Card title="Scores by topic" actions={button}>
          <ColumnChart columns={columns} label="Scores by topic, in percent" unit="%" top={100} />
        </Card>
      )}
    </FullScreen>
  );
}

const columns: readonly Column<TopicScore>[] = [
  { key: "topic", title: "Topic", primary: true, render: ({ topic }) => topic },
  { key: "questions", title: "Questions", numeric: true, render: ({ questions }) => questions },
  { key: "weight", title: "Weight", numeric: true, render: ({ weight }) => weight },
  { key: "score", title: "Score", numeric: true, render: ({ score }) => percentText(score) },
];

/** Table of the topics with their score and weight. */
function TopicTable({ topics }: { topics: readonly TopicScore[] }) {
  return (
    <Card flush title="Scoring">
      <DataTable
        label="Scoring"
        columns={columns}
        rows={topics}
        rowKey={({ topic }) => topic}
        stacking={false}
        empty={null}
      />
    </Card>
  );
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
