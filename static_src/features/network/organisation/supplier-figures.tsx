import type { ReactNode } from "react";
import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import { percentOf, percentText } from "../../../domain/assessments/assessments";
import { ncrSeverities } from "../../../domain/ncr/ncr";
import { useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { useDates } from "../../../lib/text/dates";
import { formatCount } from "../../../lib/text/numbers";
import { Card } from "../../../ui/card";
import { Due } from "../../../ui/due";
import { LoadFailed } from "../../../ui/load-more";
import { Time } from "../../../ui/time";
import "./supplier-figures.scss";

type Summary = ApiResponse<"SupplierSummary">;

type Props = { relationshipId: number; organisationId: number };

/** Tiles: latest score, open non-conformances, requests and follow-ups, and the next end of a document of a supplier. */
export function SupplierFigures({ relationshipId, organisationId }: Props) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["supplierSummary", relationshipId],
    queryFn: ({ signal }) =>
      request("GET", "/api/relationship/{relationship_id}/summary", {
        path: { relationship_id: relationshipId },
        signal,
      }),
  });
  useBrowserEvent("RFX_CHANGED", () => refetch());
  useBrowserEvent("NON_CONFORMANCE_CHANGED", () => refetch());
  useBrowserEvent("ASSESSMENT_CHANGED", () => refetch());
  if (!data && isError) {
    return (
      <Card>
        <LoadFailed title="The figures could not be loaded." refetch={() => refetch()} />
      </Card>
    );
  }
  return (
    <Card flush>
      <ul className="figures" aria-label="Figures" aria-busy={!data}>
        <Tile label="Score" tab="assessments">
          {data && <Score score={data.score} />}
        </Tile>
        <Tile label="Open NCRs" tab="ncr">
          {data && <Ncrs {...data} />}
        </Tile>
        <Tile label="Open requests" tab="rfx">
          {data && <Requests {...data.requests} />}
        </Tile>
        <Tile label="Open follow-ups" tab="rfx">
          {data && <FollowUps {...data.followUps} />}
        </Tile>
        <Tile label="Next expiry" href={`/organisations/${organisationId}/documents`}>
          {data && <NextEnd end={data.nextEnd} />}
        </Tile>
      </ul>
    </Card>
  );
}

type TileProps = { label: string; children: ReactNode } & (
  | { tab: string; href?: never }
  | { tab?: never; href: string }
);

/** A figure that opens the tab or the page with its records. */
function Tile({ label, tab, href, children }: TileProps) {
  const [, setTab] = useQueryParam("tab");
  return (
    <li>
      <a
        href={href ?? `?tab=${tab}`}
        className="figure"
        onClick={(event) => {
          if (!tab || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setTab(tab);
        }}
      >
        <span className="figure-label">{label}</span>
        {children || (
          <>
            <span className="skeleton w-40" />
            <span className="skeleton w-60" />
          </>
        )}
      </a>
    </li>
  );
}

type FigureProps = { value: ReactNode; aside?: ReactNode; children: ReactNode };

function Figure({ value, aside, children }: FigureProps) {
  return (
    <>
      <span className="figure-value">
        <strong className="num">{value}</strong>
        {aside}
      </span>
      <span className="figure-note">{children}</span>
    </>
  );
}

function Score({ score }: { score: Summary["score"] }) {
  const [latest, previous] = score?.points ?? [];
  if (!score || !latest) return <Figure value="-">No completed assessment</Figure>;
  const change = previous ? (percentOf(latest.score) ?? 0) - (percentOf(previous.score) ?? 0) : null;
  return (
    <Figure
      value={percentText(latest.score)}
      aside={previous && <Trend values={score.points.map((point) => point.score).reverse()} />}
    >
      {change === null || !previous ? (
        score.scoreName
      ) : (
        <>
          <span className={change < 0 ? "figure-bad" : change > 0 ? "figure-good" : undefined}>
            {change > 0 ? `+${change}` : change === 0 ? "Unchanged" : change}
          </span>{" "}
          since <Time value={previous.completed} />
        </>
      )}
    </Figure>
  );
}

/** A line through the scores, oldest first. The numbers are in the text next to it. */
function Trend({ values }: { values: readonly number[] }) {
  const step = 60 / (values.length - 1);
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest || 1;
  const points = values.map(
    (value, index) => [2 + index * step, 19 - ((value - lowest) / range) * 16] as const,
  );
  const [lastX, lastY] = points.at(-1) ?? [0, 0];
  return (
    <svg className="figure-trend" viewBox="0 0 66 22" aria-hidden="true">
      <polyline points={points.map((point) => point.join(",")).join(" ")} />
      <circle cx={lastX} cy={lastY} r="2.5" />
    </svg>
  );
}

function Ncrs({ ncrs, recurring }: Pick<Summary, "ncrs" | "recurring">) {
  const total = ncrs.reduce((sum, { count }) => sum + count, 0);
  return (
    <Figure value={total}>
      {total === 0
        ? "None open"
        : ncrs.map(({ severity, count }, index) => (
            <Note key={severity} isFirst={index === 0} isBad={severity === "CRITICAL"}>
              {`${count} ${ncrSeverities[severity].label}`}
            </Note>
          ))}
      {recurring.map(({ text }) => `. ${text}`)}
    </Figure>
  );
}

function Requests({ count, started, nextDeadline }: Summary["requests"]) {
  return (
    <Figure value={count} aside={count > 0 && <Progress share={started / count} />}>
      {count === 0 ? (
        "Nothing to answer"
      ) : (
        <>
          {started} started
          {nextDeadline && (
            <>
              , <Due value={nextDeadline} withWord />
            </>
          )}
        </>
      )}
    </Figure>
  );
}

function Progress({ share }: { share: number }) {
  return (
    <span className="figure-progress" aria-hidden="true">
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  );
}

function FollowUps({ count, late, answered }: Summary["followUps"]) {
  const notes = [
    { text: `${late} late`, count: late, isBad: true },
    { text: `${count - answered} with supplier`, count: count - answered, isBad: false },
    { text: `${answered} to review`, count: answered, isBad: false },
  ].filter((note) => note.count > 0);
  return (
    <Figure value={count}>
      {notes.length === 0
        ? "None open"
        : notes.map(({ text, isBad }, index) => (
            <Note key={text} isFirst={index === 0} isBad={isBad}>
              {text}
            </Note>
          ))}
    </Figure>
  );
}

function NextEnd({ end }: { end: Summary["nextEnd"] }) {
  const dates = useDates();
  const days = dates.daysLeft(end?.until);
  if (!end || days === null) return <Figure value="-">No document ends</Figure>;
  const value = days < 0 ? "Expired" : days === 0 ? "Today" : formatCount(days, "day");
  return (
    <Figure value={value}>
      {end.typeName},{" "}
      <span className={days < 0 ? "figure-bad" : undefined}>{dates.shortDate(end.until)}</span>
    </Figure>
  );
}

/** One of the counts below a figure, after a comma if it is not the first. */
function Note({ isFirst, isBad, children }: { isFirst: boolean; isBad: boolean; children: string }) {
  return (
    <>
      {!isFirst && ", "}
      <span className={isBad ? "figure-bad" : undefined}>{children}</span>
    </>
  );
}
