import { useId } from "react";
import { type Pagination, request } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { RfxTabs } from "../../domain/rfx/rfx-tabs";
import { NextRound } from "../../domain/schedules/next-round";
import { ScheduleText } from "../../domain/schedules/schedule-line";
import { ScheduleMenu } from "../../domain/schedules/schedule-menu";
import { intervalText, lastRoundHref, type Schedule } from "../../domain/schedules/schedules";
import { useBrowserEvent } from "../../lib/events";
import { useQuery } from "../../lib/state/queries";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../lib/state/use-list-filters";
import { useQueryParam } from "../../lib/state/use-query-param";
import { Card } from "../../ui/card";
import type { Column } from "../../ui/data-table";
import { Field } from "../../ui/field";
import { SearchInput, Select } from "../../ui/inputs";
import { ListPage, ListTable } from "../../ui/list-page";
import { Time } from "../../ui/time";

type Props = { rows: Schedule[]; pagination: Pagination };

const filtersOff = { search: "", state: "", kind: "" };
const defaults = { ...filtersOff, sort: "next" };
const pageSize = 20;
const states = [
  { value: "", label: "Active or on hold" },
  { value: "ACTIVE", label: "Active" },
  { value: "HELD", label: "On hold" },
  { value: "ENDED", label: "Ended" },
];
const kinds = [
  { value: "", label: "RFxs and assessments" },
  { value: "RFX", label: "RFxs" },
  { value: "ASSESSMENT", label: "Assessments" },
];

/** /rfx?tab=schedules: what repeats, by the day of the next round. */
export default function ScheduleList({ rows, pagination }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const list = useInfiniteList({
    queryKey: ["schedules"],
    path: "/api/schedule",
    params: withoutOff(filters.params) as ListFilters<"/api/schedule">,
    pageSize,
    first: { rows, pagination },
    inAddress: true,
  });
  useBrowserEvent("SCHEDULES_CHANGED", () => list.refetch());
  const [linked] = useQueryParam("schedule");
  const searchId = useId();
  const stateId = useId();
  const kindId = useId();
  return (
    <ListPage
      list={list}
      filters={filters}
      title="RFXs"
      noun={["schedule", "schedules"]}
      notes={
        <>
          <RfxTabs current="schedules" />
          {/^\d+$/.test(linked ?? "") && <LinkedSchedule key={linked} id={Number(linked)} />}
        </>
      }
      fields={
        <>
          <Field label="Title or supplier" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Title or supplier" maxLength={200} />
          </Field>
          <Field label="State" id={stateId}>
            <Select {...filters.text("state")} options={states} />
          </Field>
          <Field label="Kind" id={kindId}>
            <Select {...filters.text("kind")} options={kinds} />
          </Field>
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        label="Schedules"
        columns={columns}
        rowHref={lastRoundHref}
        empty={{
          icon: "refresh",
          things: "schedules",
          text: "Open an RFx or an assessment and choose Repeat to send it again every year.",
        }}
      />
    </ListPage>
  );
}

/** The schedule of a task or of a due record, above the list. */
function LinkedSchedule({ id }: { id: number }) {
  const { data, refetch } = useQuery({
    queryKey: ["schedule", { id }],
    queryFn: ({ signal }) =>
      request("GET", "/api/schedule/{schedule_id}", { path: { schedule_id: id }, signal, toast: false }),
  });
  useBrowserEvent("SCHEDULES_CHANGED", () => refetch());
  if (!data) return null;
  return (
    <Card
      title={
        <>
          <bdi>{data.title}</bdi>, <bdi>{data.supplier.name}</bdi>
        </>
      }
      className="mb-3"
    >
      <ScheduleText schedule={data} />
    </Card>
  );
}

const columns: readonly Column<Schedule>[] = [
  {
    key: "title",
    title: "Title",
    sort: "title",
    primary: true,
    render: ({ title }) => (
      <span className="cell-title" title={title}>
        {title}
      </span>
    ),
  },
  {
    key: "supplier",
    title: "Supplier",
    sort: "supplier",
    render: ({ supplier }) => <bdi>{supplier.name}</bdi>,
  },
  { key: "every", title: "Repeats", render: intervalText },
  {
    key: "next",
    title: "Next",
    sort: "next",
    render: (schedule) => <NextRound schedule={schedule} />,
  },
  {
    key: "opens",
    title: "Opens",
    render: ({ state, opensOn }) => state === "ACTIVE" && <Time value={opensOn} />,
  },
  { key: "owner", title: "Owner", render: ({ owner }) => <bdi>{owner.name}</bdi> },
  {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    render: (schedule) => <ScheduleMenu schedule={schedule} />,
  },
];
