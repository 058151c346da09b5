import type { ReactNode } from "react";
import { groupDigits } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { ColumnChart } from "../../ui/column-chart";
import { EmptyState } from "../../ui/empty-state";
import { FullScreen } from "../../ui/full-screen";
import { LineChart } from "../../ui/line-chart";
import { PageHeader } from "../../ui/page-header";
import type { Dashboard, PartState } from "./types";
import "./sysadmin.scss";

const stateTexts: Record<PartState, ReactNode> = {
  ok: (
    <Badge tone="ok" icon="completed">
      Ready
    </Badge>
  ),
  away: (
    <Badge tone="bad" icon="error">
      Away
    </Badge>
  ),
  attention: (
    <Badge tone="wait" icon="warning">
      Needs attention
    </Badge>
  ),
  "not used": <Badge>Not used</Badge>,
};

/** Screen /sysadmin/home: the metrics of the platform (specification, section 2, Sysadmin). */
export default function SysadminHome({ dashboard }: { dashboard: Dashboard }) {
  const { eventsCreated, topTypes, figures, health } = dashboard;
  const total = eventsCreated.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageHeader
        title="SysAdmin Home"
        sub="The last 30 days, in UTC"
        actions={
          <>
            <ButtonLink href="/sysadmin/outbox" icon="mail">
              Outbox
            </ButtonLink>
            <ButtonLink href="/sysadmin/jobs" icon="clock">
              Jobs
            </ButtonLink>
            <ButtonLink href="/sysadmin/organisations" icon="organisation">
              Organisations
            </ButtonLink>
            <ButtonLink href="/sysadmin/users" icon="user">
              Users
            </ButtonLink>
          </>
        }
      />
      <dl className="figures">
        <Figure
          name="Organisations"
          value={figures.organisations}
          href="/sysadmin/organisations?status=CONFIRMED"
        />
        <Figure name="Users" value={figures.users} href="/sysadmin/users?status=ACTIVE" />
        <Figure name="Mails waiting" value={figures.mailsQueued} href="/sysadmin/outbox?status=QUEUED" />
        <Figure name="Mails failed" value={figures.mailsFailed} href="/sysadmin/outbox?status=FAILED" />
        <Figure name="Jobs waiting" value={figures.jobsWaiting} href="/sysadmin/jobs?status=QUEUED" />
        <Figure name="Jobs failed" value={figures.jobsFailed} href="/sysadmin/jobs?status=FAILED" />
      </dl>
      <div className="stack">
        <FullScreen>
          {(button) => (
            <Card title="New Events Rate" actions={button}>
              <LineChart
                points={eventsCreated}
                noun="events"
                label={`Events written on each of the last 30 days, ${groupDigits(total)} in all`}
              />
            </Card>
          )}
        </FullScreen>
        <FullScreen>
          {(button) => (
            <Card title="Top 10 Types" actions={button}>
              {topTypes.length > 0 ? (
                <ColumnChart
                  columns={topTypes.map(({ type, count }) => ({ name: type, count }))}
                  label="Events by type"
                />
              ) : (
                <EmptyState icon="chart" title="Nothing has happened yet." />
              )}
            </Card>
          )}
        </FullScreen>
      </div>
      <Card title="Health" className="mt-3">
        <ul className="queue-list">
          {health.map(({ name, state }) => (
            <li key={name}>
              <span className="text-capitalize">{name}</span>
              {stateTexts[state]}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

/** One number; a link if there is a list of the counted rows. */
function Figure({ name, value, href }: { name: string; value: number; href?: string }) {
  return (
    <div className="card figure-card">
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd className="num">{groupDigits(value)}</dd>
    </div>
  );
}
