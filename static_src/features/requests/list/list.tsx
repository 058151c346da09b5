import { useId } from "react";
import type { Pagination } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { DueFilter } from "../../../domain/due-filter";
import { NewRfxButton } from "../../../domain/rfx/new-rfx-button";
import { RfxTabs } from "../../../domain/rfx/rfx-tabs";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { useBrowserEvent } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { Badge } from "../../../ui/badge";
import type { Column } from "../../../ui/data-table";
import { Due } from "../../../ui/due";
import { Field } from "../../../ui/field";
import { SearchInput, Select } from "../../../ui/inputs";
import { ListPage, ListTable } from "../../../ui/list-page";
import { Meter } from "../../../ui/meter";
import { Time } from "../../../ui/time";
import { RequestStateBadge, requestStates, SealedBadge } from "../request-state";
import type { RequestRow } from "../types";
import "../requests.scss";

type Props = { rows: RequestRow[]; pagination: Pagination; views?: PageViews };

const filtersOff = { search: "", state: "", due: "" };
const defaults = { ...filtersOff, sort: "-date" };
const viewed = { list: "rfxRequest", defaults, canExport: true };
const pageSize = 20;
const states = [{ value: "", label: "Any state" }, ...requestStates];

/** /rfx?tab=requests: the requests of the viewer's organisation, each with the numbers of its suppliers. */
export default function RequestList({ rows, pagination, views }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const list = useInfiniteList({
    queryKey: ["rfxRequest"],
    path: "/api/rfxRequest",
    params: withoutOff(filters.params) as ListFilters<"/api/rfxRequest">,
    pageSize,
    first: { rows, pagination },
    inAddress: true,
  });
  useBrowserEvent("RFX_CHANGED", () => list.refetch());
  const stateId = useId();
  const searchId = useId();
  return (
    <ListPage
      list={list}
      filters={filters}
      title="RFXs"
      noun={["request", "requests"]}
      actions={
        <>
          <ListTools {...viewed} views={views} />
          <NewRfxButton variant="primary" />
        </>
      }
      notes={
        <>
          <RfxTabs current="requests" />
          <ListViews {...viewed} views={views} />
        </>
      }
      fields={
        <>
          <Field label="Title" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Title" maxLength={200} />
          </Field>
          <Field label="State" id={stateId}>
            <Select {...filters.text("state")} options={states} />
          </Field>
          <DueFilter {...filters.text("due")} />
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        label="Requests"
        className="request-list"
        dense
        columns={columns}
        rowHref={({ id }) => `/rfx/request/${id}`}
        empty={{
          icon: "rfx",
          things: "requests",
          text: "Everything that you send to suppliers appears here: one request, whether it goes to one supplier or to hundreds.",
          ...(filters.active === 0 ? { action: <NewRfxButton variant="default" /> } : {}),
        }}
      />
    </ListPage>
  );
}

const columns: readonly Column<RequestRow>[] = [
  {
    key: "title",
    title: "Title",
    sort: "title",
    primary: true,
    className: "request-title",
    render: ({ title }) => (
      <span className="cell-title" title={title}>
        {title}
      </span>
    ),
  },
  {
    key: "state",
    title: "State",
    className: "status-cell",
    render: ({ state, isSealed }) => (
      <span className="badges">
        <RequestStateBadge state={state} />
        {isSealed && <SealedBadge until={null} />}
      </span>
    ),
  },
  {
    key: "submitted",
    title: "Submitted",
    className: "request-submitted",
    render: ({ submitted, suppliers }) => (
      <span className="meter-cell">
        <Meter total={suppliers} parts={[{ value: submitted, tone: "ok" }]} />
        <span className="num">
          {submitted} of {suppliers}
        </span>
        <span className="visually-hidden"> {suppliers === 1 ? "supplier" : "suppliers"} submitted</span>
      </span>
    ),
  },
  {
    key: "deadline",
    title: "Next deadline",
    sort: "deadline",
    render: ({ nextDeadline }) => nextDeadline && <Due value={nextDeadline} />,
  },
  {
    key: "late",
    title: "Late",
    render: ({ late, unsent, state }) => {
      const notSent = state === "SCHEDULED" ? 0 : unsent;
      if (late === 0 && notSent === 0) return null;
      return (
        <span className="badges">
          {late > 0 && <Badge tone="bad">{late} late</Badge>}
          {notSent > 0 && <Badge tone="wait">{notSent} not sent</Badge>}
        </span>
      );
    },
  },
  { key: "creator", title: "Created by", render: ({ createdBy }) => <bdi>{createdBy.name}</bdi> },
  {
    key: "date",
    title: "Sent",
    sort: "date",
    render: ({ sentDate, sendAt, created }) =>
      sendAt && !sentDate ? (
        <>
          on <Time value={sendAt} as="dateTime" />
        </>
      ) : (
        <Time value={sentDate ?? created} as="shortDate" />
      ),
  },
];
