import { type MouseEvent, useState } from "react";
import { fieldId } from "../../../domain/questionnaire/field-ids";
import { useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { replaceQuery } from "../../../lib/state/use-query-param";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { LoadFailed } from "../../../ui/load-more";
import { ScoreSummary } from "../../../ui/score-summary";
import { Skeleton } from "../../../ui/skeleton";
import { Time } from "../../../ui/time";
import { type ScoredTopic, TopicScores } from "../../../ui/topic-scores";
import type { OpenRfx } from "../detail/open-rfx";
import { loadScoring, type ScoredSection, type ScoringResults } from "../detail/review/review-calls";
import { TaskModal } from "../detail/review/task-modal";
import { WhatChanged } from "../rounds/what-changed";
import { taskText } from "../tasks";
import type { FollowUpTask } from "../types";
import "../detail/review/review.scss";

/** Scores of the answers by topic with their rules, and the follow-up tasks; for the requester only. */
export default function ScoringTab({ open }: { open: OpenRfx }) {
  const { id } = open.rfx;
  const { data, isError, refetch } = useQuery({
    queryKey: ["rfx-scoring", id],
    queryFn: ({ signal }) => loadScoring(id, signal),
    staleTime: 0,
  });
  useBrowserEvent("RFX_CHANGED", () => {
    refetch();
  });
  if (isError && !data) return <LoadFailed title="The scores could not be loaded." refetch={refetch} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="stack">
      <Scores results={data} />
      <div>
        <WhatChanged open={open} onGo={showAnswer} />
      </div>
      <FollowUps open={open} tasks={open.rfx.tasks} />
    </div>
  );
}

function Scores({ results }: { results: ScoringResults }) {
  const { overall, sections, previous, isFinished, completion } = results;
  if (sections.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon="assessment"
          title="Nothing is scored yet."
          text="Scores appear with the first answer to a question that has scoring rules."
        />
      </Card>
    );
  }
  const topics = sections.map((section) => topicOf(section, isFinished));
  return (
    <>
      <ScoreSummary
        label="Overall"
        percent={isFinished ? overall : null}
        none={isFinished ? "Not scored" : "Not scored yet"}
        previous={
          previous && {
            percent: previous.overall,
            title: previous.title,
            href: `/rfx/${previous.rfxId}?tab=scoring`,
          }
        }
        topics={topics}
        note={
          !isFinished &&
          `${completion.answered} of ${completion.total} questions answered. The score appears once the response is submitted.`
        }
      />
      <TopicScores title="Scores" topics={topics} isFinished={isFinished} />
    </>
  );
}

function topicOf(section: ScoredSection, isFinished: boolean): ScoredTopic {
  const { topic, score, previous, weight, fields } = section;
  return {
    topic,
    percent: score,
    previous,
    weight,
    answers: fields.map((field) => ({
      id: field.key,
      question: field.question,
      text: field.answer || <span className="text-secondary">Not answered</span>,
      note: `Rule: ${field.rule}. Weight ${field.weight}.`,
      points: `${field.points} of ${field.most}`,
      percent: isFinished || field.isAnswered ? field.score : null,
      href: `?tab=rfi#${fieldId(field.key)}`,
      onOpen: (event) => openAnswer(event, field.key),
    })),
  };
}

/** Show the form at an answer without loading the page again; `useFieldOfAddress` reads the fragment. */
function openAnswer(event: MouseEvent, key: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  showAnswer(key);
}

function showAnswer(key: string): void {
  replaceQuery({ tab: "rfi" });
  window.location.replace(`#${fieldId(key)}`);
}

function FollowUps({ open, tasks }: { open: OpenRfx; tasks: readonly FollowUpTask[] }) {
  const [shownId, setShownId] = useState<number | null>(null);
  const task = tasks.find(({ id }) => id === shownId);
  return (
    <Card flush title="Follow-up tasks">
      {tasks.length === 0 ? (
        <p className="cell-sub score-none">
          Follow-ups that you raise on single answers appear here: choose{" "}
          <Button variant="link" onClick={() => replaceQuery({})}>
            RFI
          </Button>{" "}
          and Review answers.
        </p>
      ) : (
        <table className="score-fields score-tasks" aria-label="Follow-up tasks">
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Follow-up</th>
              <th scope="col">For</th>
              <th scope="col">Created</th>
              <th scope="col">Due</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.title}</th>
                <td data-label="Follow-up">
                  <Button variant="link" className="print" onClick={() => setShownId(row.id)}>
                    {taskText(row)}
                  </Button>
                </td>
                <td data-label="For">
                  {row.assignedToUser?.name ?? `Anyone at ${open.rfx.relationship.withOrganisation.safeName}`}
                </td>
                <td data-label="Created">
                  <Time value={row.created} />
                </td>
                <td data-label="Due">
                  <Time value={row.due} none="none" />
                </td>
                <td data-label="Status">
                  <TaskStatus status={row.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {task && <TaskModal key={task.id} open={open} task={task} onClose={() => setShownId(null)} />}
    </Card>
  );
}

const taskLooks = {
  OPEN: { label: "Open", tone: "wait", icon: "pending" },
  ANSWERED: { label: "Answered", tone: "info", icon: "reply" },
  CLOSED: { label: "Closed", tone: "ok", icon: "completed" },
} as const;

function TaskStatus({ status }: { status: FollowUpTask["status"] }) {
  const { label, tone, icon } = taskLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
