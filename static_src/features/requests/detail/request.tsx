import type { ReactNode } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useDates } from "../../../lib/text/dates";
import { formatCount } from "../../../lib/text/numbers";
import { Facts } from "../../../ui/card";
import { Crumbs, PageHeader } from "../../../ui/page-header";
import { Skeleton } from "../../../ui/skeleton";
import { type Tab, Tabs } from "../../../ui/tabs";
import { Time } from "../../../ui/time";
import { RequestStateBadge, SealedBadge } from "../request-state";
import type { RequestProgress, RfxRequest } from "../types";
import { DownloadAnswers } from "./download-answers";
import { ProgressTab } from "./progress-tab";
import { RequestActions } from "./request-actions";
import { SendingState } from "./sending-state";
import { useRequest } from "./use-request";
import "../requests.scss";

type Props = {
  request: RfxRequest;
  /** The suppliers, if the page opens on their tab. */
  progress: RequestProgress | null;
};

const loadAward = () => import("../award/award-tab");
const loadComparison = () => import("../comparison/comparison-tab");
const loadEvaluation = () => import("../evaluation/evaluation-tab");

/** Screen /rfx/request/{id}: one request to any number of suppliers. */
export default function RequestDetail({ request: first, progress }: Props) {
  const { request, reload } = useRequest(first);
  const tabs: Tab[] = [
    {
      key: "progress",
      label: "Progress",
      content: () => <ProgressTab request={request} first={progress} />,
    },
    { key: "comparison", label: "Comparison", content: () => <LazyComparison request={request} /> },
    {
      key: "evaluation",
      label: "Evaluation",
      content: () => <LazyEvaluation request={request} />,
      keep: true,
    },
    { key: "award", label: "Award", content: () => <LazyAward request={request} /> },
  ];
  const isSealed = request.isSealed && request.sealOpened === null;
  return (
    <>
      <PageHeader
        above={
          <Crumbs items={[{ label: "Requests", href: "/rfx?tab=requests" }, { label: request.title }]} />
        }
        title={<bdi>{request.title}</bdi>}
        badges={
          <>
            <RequestStateBadge state={request.state} />
            {isSealed && <SealedBadge until={request.deadline} />}
          </>
        }
        sub={<RequestFacts request={request} />}
        actions={
          <>
            {request.sentDate && <DownloadAnswers requestId={request.id} isSealed={isSealed} />}
            <RequestActions request={request} onChange={reload} />
          </>
        }
      />
      <SendingState request={request} />
      <Tabs label="Request" tabs={tabs} />
    </>
  );
}

function LazyComparison({ request }: { request: RfxRequest }) {
  const module = useLoaded(loadComparison);
  return module ? <module.ComparisonTab request={request} /> : <Skeleton lines={12} long />;
}

function LazyAward({ request }: { request: RfxRequest }) {
  const module = useLoaded(loadAward);
  return module ? <module.AwardTab request={request} /> : <Skeleton lines={8} long />;
}

function LazyEvaluation({ request }: { request: RfxRequest }) {
  const module = useLoaded(loadEvaluation);
  return module ? <module.EvaluationTab request={request} /> : <Skeleton lines={8} long />;
}

function RequestFacts({ request }: { request: RfxRequest }) {
  const { createdBy, sentDate, sendAt, created, deadline, docForms, bundleName } = request;
  const items: [string, ReactNode][] = [
    ["From", <bdi key="from">{createdBy.name}</bdi>],
    sendAt && !sentDate
      ? ["Sent on", <Time key="sent" value={sendAt} as="dateTime" />]
      : ["Sent", <Time key="sent" value={sentDate ?? created} />],
    ["Deadline", deadline ? <Deadline key="deadline" deadline={deadline} /> : "none"],
    [
      docForms.length === 1 ? "Form" : "Forms",
      <span key="forms" className="request-forms">
        {docForms.map(({ id, title }) => (
          <a key={id} href={`/forms/${id}`}>
            <bdi>{title}</bdi>
          </a>
        ))}
      </span>,
    ],
  ];
  if (request.linksNeedCode) items.push(["Guests", "link and a code by e-mail"]);
  if (bundleName) items.push(["Bundle", <bdi key="bundle">{bundleName}</bdi>]);
  return (
    <div className="request-facts">
      <Facts items={items} />
    </div>
  );
}

function Deadline({ deadline }: { deadline: string }) {
  const { daysLeft } = useDates();
  const left = daysLeft(deadline) ?? 0;
  return (
    <span className={left >= 0 && left <= 14 ? "request-deadline-near" : undefined}>
      <Time value={deadline} />
      {left >= 0 && `, ${left === 0 ? "today" : `${formatCount(left, "day")} left`}`}
    </span>
  );
}
