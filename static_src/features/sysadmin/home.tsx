import { groupDigits } from "../../lib/numbers";
import { Card } from "../../ui/card";
import { ColumnChart } from "../../ui/column-chart";
import { EmptyState } from "../../ui/empty-state";
import { FullScreen } from "../../ui/full-screen";
import { LineChart } from "../../ui/line-chart";
import { PageHeader } from "../../ui/page-header";
import type { Dashboard } from "./types";

/** /sysadmin/home: the platform's figures (specification, section 2, Sysadmin). */
export default function SysadminHome({ dashboard }: { dashboard: Dashboard }) {
  const { eventsCreated, topTypes, figures } = dashboard;
  const total = eventsCreated.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageHeader title="SysAdmin Home" sub="The last 30 days, in UTC" />
      <dl className="figures">
        <Figure name="Organisations" value={figures.organisations} />
        <Figure name="Users" value={figures.users} />
        <Figure name="Mails waiting" value={figures.mailsQueued} href="/sysadmin/outbox?status=QUEUED" />
        <Figure name="Mails failed" value={figures.mailsFailed} href="/sysadmin/outbox?status=FAILED" />
        <Figure name="Jobs waiting" value={figures.jobsWaiting} />
        <Figure name="Jobs failed" value={figures.jobsFailed} />
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
    </>
  );
}

/** One number; a link where there is a list of what it counts. */
function Figure({ name, value, href }: { name: string; value: number; href?: string }) {
  return (
    <div className="card figure-card">
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd className="num">{groupDigits(value)}</dd>
    </div>
  );
}
