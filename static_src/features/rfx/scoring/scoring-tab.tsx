import { useId, useState } from "react";
import { useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { replaceQuery } from "../../../lib/state/use-query-param";
import { Badge } from "../../../ui/badge";
import { Button, IconButton } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { LoadFailed } from "../../../ui/load-more";
import { Skeleton } from "../../../ui/skeleton";
import { Time } from "../../../ui/time";
import type { OpenRfx } from "../detail/open-rfx";
import { loadScoring, type ScoredSection, type ScoringResults } from "../detail/review/review-calls";
import { TaskModal } from "../detail/review/task-modal";
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
      <FollowUps open={open} tasks={open.rfx.tasks} />
    </div>
  );
}

function Scores({ results: { overall, sections } }: { results: ScoringResults }) {
  if (sections.length === 0) {
    return (
      <EmptyState
        icon="assessment"
        title="Nothing is scored yet."
        text="Scores appear with the first answer to a question that has scoring rules."
      />
    );
  }
  return (
    <Card
      flush
      title="Scores"
      actions={
        <span className="score-overall">
          Overall <strong className="num">{overall === null ? "not scored" : `${overall}%`}</strong>
        </span>
      }
    >
      <table className="score-table" aria-label="Scores by topic">
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col" className="num">
              Score
            </th>
            <th scope="col" className="num">
              Weight
            </th>
          </tr>
        </thead>
        {sections.map((section) => (
          <Section key={section.topic} section={section} />
        ))}
      </table>
    </Card>
  );
}

/** One topic; expanded, it shows for each answer the rule that decided its score. */
function Section({ section }: { section: ScoredSection }) {
  const { topic, score, weight, fields } = section;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <tbody>
      <tr>
        <th scope="row">
          <span className="score-topic">
            <IconButton
              icon={isOpen ? "up" : "down"}
              label={`${isOpen ? "Hide" : "Show"} how ${topic} was scored`}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            />
            {topic}
          </span>
        </th>
        <td className="num">{score === null ? "–" : `${score}%`}</td>
        <td className="num">{weight}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={3} className="score-detail">
            <table className="score-fields" aria-label={`How ${topic} was scored`}>
              <thead>
                <tr>
                  <th scope="col">Question</th>
                  <th scope="col">Answer</th>
                  <th scope="col">Rule</th>
                  <th scope="col" className="num">
                    Points
                  </th>
                  <th scope="col" className="num">
                    Weight
                  </th>
                  <th scope="col" className="num">
                    Score
                  </th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.key}>
                    <th scope="row">{field.question}</th>
                    <td data-label="Answer">
                      {field.answer || <span className="text-secondary">Not answered</span>}
                    </td>
                    <td data-label="Rule">{field.rule}</td>
                    <td data-label="Points" className="num">
                      {field.points} of {field.most}
                    </td>
                    <td data-label="Weight" className="num">
                      {field.weight}
                    </td>
                    <td data-label="Score" className="num">
                      {field.score}%
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function FollowUps({ open, tasks }: { open: OpenRfx; tasks: readonly FollowUpTask[] }) {
  const [shownId, setShownId] = useState<number | null>(null);
  const task = tasks.find(({ id }) => id === shownId);
  return (
    <Card flush title="Follow-up tasks">
      {tasks.length === 0 ? (
        <p className="cell-sub score-none">
          Questions that you raise on single answers appear here: choose{" "}
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
              <th scope="col">Asked</th>
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
                <td data-label="Asked">
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
