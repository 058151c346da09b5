import { type ReactNode, useId, useState } from "react";
import { type ListPage as Page, request } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useBrowserEvent } from "../../../lib/events";
import { keepPreviousData, useQuery } from "../../../lib/state/queries";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { ClearFilters } from "../../../ui/filter-panel";
import { SearchInput, Select } from "../../../ui/inputs";
import { ListPage } from "../../../ui/list-page";
import { HomeTabs } from "../home-tabs";
import type { CalendarFeed, DueCounts, DueOwner, DueRow } from "../types";
import { DueTable } from "./due-table";
import { OwnerFilter } from "./owner-filter";
import "./due.scss";

type Props = {
  list: Page<DueRow>;
  views?: PageViews;
  counts: DueCounts;
  /** The kinds of due records with their labels. */
  kinds: readonly { value: string; label: string }[];
  /** The colleague in the address, if it has one. */
  owner: DueOwner | null;
  /** The calendar link of the user; null without one. */
  feed: CalendarFeed | null;
};

const filtersOff = { period: "", kind: "", owner: "ME", supplier: "" };
const defaults = { ...filtersOff, sort: "" };
const viewed = { list: "due", defaults: filtersOff };
const pageSize = 20;
const loadCalendar = () => import("./calendar-modal");

const groups = [
  { period: "OVERDUE", title: "Overdue", count: "overdue" },
  { period: "WEEK", title: "This week", count: "week" },
  { period: "NEXT90", title: "Next 90 days", count: "next90" },
] as const;
const periods = [
  { value: "", label: "Any time" },
  ...groups.map(({ period, title }) => ({ value: period, label: title })),
];

/** /home?tab=due: what the viewer and their colleagues have to do, by due date. */
export default function Due({
  list: first,
  views,
  counts: firstCounts,
  kinds,
  owner,
  feed: firstFeed,
}: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const { sort: _, ...set } = withoutOff(filters.params);
  const params = set as ListFilters<"/api/due">;
  const { period, ...countParams } = set;
  const list = useInfiniteList({
    queryKey: ["due"],
    path: "/api/due",
    params,
    pageSize,
    first,
    inAddress: true,
  });
  const countKey = JSON.stringify(countParams);
  const [firstKey] = useState(countKey);
  const counts = useQuery({
    queryKey: ["due", "counts", countParams],
    queryFn: ({ signal }) => request("GET", "/api/due/count", { query: countParams, signal, toast: false }),
    placeholderData: keepPreviousData,
    ...(countKey === firstKey ? { initialData: firstCounts } : {}),
  });
  const refetch = () => {
    list.refetch();
    counts.refetch();
  };
  useBrowserEvent("RFX_CHANGED", refetch);
  useBrowserEvent("NON_CONFORMANCE_CHANGED", refetch);
  useBrowserEvent("EVENT_LOG_CHANGED", refetch);
  const [feed, setFeed] = useState(firstFeed);
  const [showsCalendar, setShowsCalendar] = useState(false);
  const calendar = useLoaded(loadCalendar, showsCalendar);
  const periodId = useId();
  const kindId = useId();
  const partyId = useId();
  return (
    <>
      <ListPage
        list={list}
        filters={filters}
        title="Due"
        noun={["entry", "entries"]}
        actions={
          <>
            <ListTools {...viewed} views={views} />
            <Button icon="calendar" aria-haspopup="dialog" onClick={() => setShowsCalendar(true)}>
              Add to your calendar...
            </Button>
          </>
        }
        notes={
          <>
            <HomeTabs current="due" />
            <ListViews {...viewed} views={views} />
          </>
        }
        fields={
          <>
            <Field label="Supplier or customer" id={partyId}>
              <SearchInput {...filters.text("supplier")} placeholder="Supplier or customer" maxLength={200} />
            </Field>
            <Field label="When" id={periodId}>
              <Select {...filters.text("period")} options={periods} />
            </Field>
            <Field label="Kind" id={kindId}>
              <Select {...filters.text("kind")} options={[{ value: "", label: "Any kind" }, ...kinds]} />
            </Field>
            <OwnerFilter
              value={filters.values.owner}
              first={owner}
              onChange={(value) => filters.set({ owner: value })}
            />
          </>
        }
      >
        <div className="due-groups">
          {list.rows.length > 0 ? (
            groups
              .map((group) => ({ ...group, rows: list.rows.filter((row) => row.period === group.period) }))
              .filter(({ rows }) => rows.length > 0)
              .map((group, index, shown) => (
                <Card
                  key={group.period}
                  flush
                  title={`${group.title} (${countOf(counts.data?.[group.count] ?? group.rows.length)})`}
                >
                  <DueTable
                    label={group.title}
                    rows={group.rows}
                    kinds={kinds}
                    list={list}
                    isLast={index === shown.length - 1}
                  />
                </Card>
              ))
          ) : (
            <Card flush>
              <DueTable
                label="Due"
                rows={[]}
                kinds={kinds}
                list={list}
                isLast
                empty={
                  <NothingDue
                    isFiltered={filters.active > 0}
                    onClear={filters.clear}
                    onEveryone={() => filters.set({ owner: "ALL" })}
                  />
                }
              />
            </Card>
          )}
        </div>
      </ListPage>
      {showsCalendar && calendar && (
        <calendar.CalendarModal feed={feed} onChange={setFeed} onClose={() => setShowsCalendar(false)} />
      )}
    </>
  );
}

type NothingDueProps = { isFiltered: boolean; onClear: () => void; onEveryone: () => void };

function NothingDue({ isFiltered, onClear, onEveryone }: NothingDueProps): ReactNode {
  if (isFiltered) {
    return (
      <EmptyState
        icon="calendar"
        title="Nothing is due for the current filters."
        action={<ClearFilters onClear={onClear} />}
      />
    );
  }
  const showEveryone = () => {
    onEveryone();
    // The button is removed, so the focus needs another element.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <EmptyState
      icon="calendar"
      title="Nothing is due in the next 90 days."
      text="Your tasks, and the deadlines of your RFxs, assessments and non-conformances, appear here."
      action={<Button onClick={showEveryone}>Show everyone's</Button>}
    />
  );
}

const maxCount = 1_000;

/** Format a count of the server, which stops after 1,000. */
function countOf(count: number): string {
  return count > maxCount ? "1,000+" : count === maxCount ? "1,000" : String(count);
}
