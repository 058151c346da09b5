import type { ReactNode } from "react";
import { percentText } from "../../domain/assessments/assessments";
import { OrgLogo } from "../../domain/people/faces";
import { loadScheduleLine } from "../../domain/schedules/load-line";
import { useLoaded } from "../../lib/browser/use-loaded";
import { StatusBadge } from "../../ui/badge";
import { IconButton } from "../../ui/button";
import { Card, Facts } from "../../ui/card";
import { Time } from "../../ui/time";
import type { Assessment } from "./types";
import "./assessments.scss";
import "../../ui/scores.scss";

/** Facts of an assessment, next to its tabs (specification, section 2, Assessments). */
export function AssessmentSidebar({
  assessment,
  onDeadline,
}: {
  assessment: Assessment;
  onDeadline: () => void;
}) {
  const { relationship, title, typeInfo, statusInfo, created, createdBy } = assessment;
  const supplier = relationship.withOrganisation;
  const line = useLoaded(loadScheduleLine);
  const completed = assessment.status === "COMPLETED";
  const items: [string, ReactNode][] = [
    ["Title", title],
    ["Type", typeInfo.label],
    ["Status", <StatusBadge key="status" info={statusInfo} />],
  ];
  if (completed) items.push(["Score", <Score key="score" assessment={assessment} />]);
  items.push(
    [
      "Created",
      <span key="created">
        <Time value={created} /> by {createdBy.name}
      </span>,
    ],
    [
      "Deadline",
      <span key="deadline" className="deadline-fact">
        <Time value={assessment.deadline} none="none" />
        {!completed && assessment.mayManage && (
          <IconButton icon="edit" size="sm" label="Change the deadline" onClick={onDeadline} />
        )}
      </span>,
    ],
    ["Completed date", <Time key="completed" value={assessment.completedDate} none="not yet" />],
    ["Open tasks", assessment.openTasksCount],
    ["Closed tasks", assessment.closedTasksCount],
  );
  return (
    <Card>
      <div className="assessed-supplier">
        <OrgLogo organisation={supplier} size="lg" />
        <span>
          <span className="cell-sub d-block">Supplier</span>
          <a href={`/organisations/${supplier.id}`}>{supplier.name}</a>
        </span>
      </div>
      <Facts stacked items={items} />
      {line && (
        <div className="mt-3">
          <line.ScheduleLine round={{ assessmentId: assessment.id }} />
        </div>
      )}
    </Card>
  );
}

/** The final score, and the previous score of the same assessment type. */
function Score({ assessment }: { assessment: Assessment }) {
  const { completedScore, previousScore, typeInfo } = assessment;
  return (
    <span className="assessment-score">
      <span className="score-figure num">{percentText(completedScore, "no score")}</span>
      <span className="cell-sub d-block">
        {typeInfo.scoreName}, previous: {percentText(previousScore, "none")}
      </span>
    </span>
  );
}
