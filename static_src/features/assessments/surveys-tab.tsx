import { useState } from "react";
import { ShareCell } from "../../domain/assessments/share-cell";
import { openStatuses } from "../../domain/rfx/rfx";
import { Badge, StatusBadge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import { Switch } from "../../ui/inputs";
import { Menu } from "../../ui/menu";
import { Time } from "../../ui/time";
import type { SurveyKind } from "./survey-request-modal";
import { TasksCard } from "./tasks-card";
import type { Survey } from "./types";
import type { OpenAssessment } from "./use-assessment";
import "./assessments.scss";
import "../../domain/assessments/assessment-table.scss";

type Props = { open: OpenAssessment; onAskMore: (kind: SurveyKind) => void };

/**
 * Tab 'RFIs & Surveys': the surveys with their recipients, and the follow-up tasks. Removed surveys are hidden by
 * default.
 */
export function SurveysTab({ open, onAskMore }: Props) {
  const { assessment, busy } = open;
  const [showsRemoved, setShowsRemoved] = useState(false);
  const removedCount = assessment.rfxs.filter(({ ignored }) => ignored).length;
  const visibleSurveys = assessment.rfxs.filter(({ ignored }) => showsRemoved || !ignored);
  const canManage = assessment.mayManage && assessment.status !== "COMPLETED";
  const hasOpenSurveys = assessment.rfxs.some(({ status, ignored }) => !ignored && openStatuses.has(status));
  const requestButtons = (size?: "sm") =>
    (["self", "internal"] as const)
      // Only colleagues answer a performance assessment.
      .filter((kind) => kind === "internal" || assessment.type === "QUALIFICATION")
      .map((kind) => (
        <Button key={kind} size={size} icon="add" onClick={() => onAskMore(kind)}>
          {kind === "self" ? "Self-survey..." : "Internal survey..."}
        </Button>
      ));
  return (
    <div className="stack">
      <Card
        flush
        className="surveys-card"
        title="RFIs & Surveys"
        actions={
          <>
            {removedCount > 0 && (
              <Switch
                label={`Show ${removedCount} removed`}
                checked={showsRemoved}
                onChange={(event) => setShowsRemoved(event.target.checked)}
              />
            )}
            {canManage && (
              <>
                <Button
                  size="sm"
                  icon="bell"
                  disabled={!hasOpenSurveys}
                  busy={busy === "remind"}
                  busyText="Sending..."
                  onClick={() => open.remind()}
                >
                  Send reminders
                </Button>
                {requestButtons("sm")}
              </>
            )}
          </>
        }
      >
        <DataTable
          label="RFIs & Surveys"
          columns={[...columns, canManage && actionsOf(open)]}
          rows={visibleSurveys}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/rfx/${id}?tab=rfi`}
          rowClass={({ ignored }) => (ignored ? "removed-row" : undefined)}
          empty={
            <EmptyState
              icon="rfx"
              title={removedCount > 0 ? "All surveys are removed." : "No surveys yet."}
              text="What is asked of the supplier and of your own people appears here."
              action={canManage && <span className="button-row">{requestButtons()}</span>}
            />
          }
        />
      </Card>
      <TasksCard tasks={assessment.tasks} />
    </div>
  );
}

const columns: readonly Column<Survey>[] = [
  { key: "ref", title: "#ref", className: "num one-line-cell", render: ({ ref }) => `#${ref}` },
  {
    key: "survey",
    title: "Survey",
    primary: true,
    render: ({ typeLabel, bundleName, formTitle }) => (
      <>
        <span className="cell-title">{bundleName ?? formTitle}</span>
        <span className="cell-sub d-block">{typeLabel}</span>
      </>
    ),
  },
  {
    key: "recipient",
    title: "Recipient",
    render: ({ recipient, recipientEmail, isGuest }) => (
      <span className="survey-recipient">
        {recipient}
        {isGuest && <span className="cell-sub d-block">Guest, {recipientEmail}</span>}
      </span>
    ),
  },
  {
    key: "sent",
    title: "Sent",
    className: "one-line-cell",
    render: ({ sentDate, created, reminderSentDate }) => (
      <span>
        <Time value={sentDate ?? created} />
        {reminderSentDate && (
          <span className="cell-sub d-block">
            reminded <Time value={reminderSentDate} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "status",
    title: "Status",
    render: ({ statusInfo, ignored }) => (
      <>
        <StatusBadge info={statusInfo} /> {ignored && <Badge icon="hide">Removed</Badge>}
      </>
    ),
  },
  {
    key: "score",
    title: "Score",
    numeric: true,
    render: ({ score }) => <ShareCell score={score} />,
  },
];

function actionsOf({ busy, remind, setIgnored }: OpenAssessment): Column<Survey> {
  return {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    className: "actions-cell",
    render: ({ id, ref, ignored, status }) => (
      <Menu
        label={`Actions of #${ref}`}
        align="end"
        busy={busy !== null}
        triggerClass="btn btn-quiet btn-sm btn-icon"
        trigger={
          busy === `rfx-${id}` ? <span className="spinner-border" aria-hidden="true" /> : <Icon name="more" />
        }
        items={[
          !ignored &&
            openStatuses.has(status) && {
              label: "Send a reminder",
              icon: "bell",
              onSelect: () => remind(id),
            },
          ignored
            ? { label: "Restore", icon: "restore", onSelect: () => setIgnored(id, false) }
            : { label: "Remove", icon: "hide", onSelect: () => setIgnored(id, true) },
        ]}
      />
    ),
  };
}
