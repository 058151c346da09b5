import { useId, useState } from "react";
import { request } from "../../../api/client";
import type { ApiBody } from "../../../api/types";
import { useDownload } from "../../../lib/state/use-download";
import { useQueryParams } from "../../../lib/state/use-query-param";
import { formatCount, groupDigits } from "../../../lib/text/numbers";
import { BarChart } from "../../../ui/bar-chart";
import { Button } from "../../../ui/button";
import { Card, Facts } from "../../../ui/card";
import { ColumnChart } from "../../../ui/column-chart";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { Select } from "../../../ui/inputs";
import { LoadFailed } from "../../../ui/load-more";
import { PageHeader } from "../../../ui/page-header";
import { Segmented } from "../../../ui/segmented";
import { Skeleton } from "../../../ui/skeleton";
import { ncrListHref } from "../dispositions";
import { NcrTabs } from "../ncr-tabs";
import { ActionCard } from "./action-card";
import { LateCard } from "./late-card";
import { useFigures } from "./use-figures";
import "./figures.scss";
import type { Figure, FigureRow } from "../types";

type Group = Figure["group"];
type Party = Figure["party"];
type Figures = Record<(typeof firstGroups)[number], Figure>;
type Props = { figures: Figures };

/** The figures that come with the page. */
const firstGroups = ["defect", "month"] as const satisfies readonly Group[];
const lateGroups = ["supplier", "part"] as const satisfies readonly Group[];
const parties: { value: Party; label: string }[] = [
  { value: "raised", label: "Raised by us" },
  { value: "received", label: "About us" },
];
const periods = [3, 6, 12, 24, 60];
const mainShare = 80;

/**
 * /ncr?tab=figures: non-conformances of a period by defect, month, supplier and part. The lower cards load after the page,
 * because their figures take longer.
 */
export default function NcrFigures({ figures: first }: Props) {
  const [shown] = useState(() => filterOf(first));
  const [typed, set] = useQueryParams(unset);
  const values = {
    party: (typed.party || shown.party) as Party,
    eventFrom: typed.eventFrom || shown.eventFrom,
    eventTo: typed.eventTo || shown.eventTo,
  };
  const isFirst = JSON.stringify(values) === JSON.stringify(shown);
  const loadFigure = (group: Group, signal: AbortSignal) =>
    request("GET", "/api/ncr/figure", { query: { ...values, group }, signal, toast: false });
  const query = useFigures<Figures>(
    "first",
    values,
    async (signal) => {
      const [defect, month] = await Promise.all(firstGroups.map((group) => loadFigure(group, signal)));
      return { defect, month } as Figures;
    },
    isFirst ? first : undefined,
  );
  const { data: figures } = query;
  const exported = useDownload((body: ApiBody<"FigureExport">, idempotencyKey) =>
    request("POST", "/api/ncr/figure/export", { body, idempotencyKey }),
  );
  const periodId = useId();
  return (
    <>
      <PageHeader
        title="Non-Conformances"
        sub={<span aria-live="polite">{figures && reports(figures.month.total)}</span>}
        actions={
          <Button
            icon="csv"
            busy={exported.busy}
            busyText="Preparing..."
            onClick={() => exported.save({ format: "CSV", ...values })}
          >
            Export CSV
          </Button>
        }
      />
      <FailureAlert error={exported.failure} />
      <NcrTabs current="figures" />
      <div className="figures-bar">
        <Segmented
          label="Non-conformances"
          options={parties}
          value={values.party}
          onChange={(value) => set({ party: value })}
        />
        <Field label="Period" id={periodId}>
          <Select
            value={`${values.eventFrom} ${values.eventTo}`}
            options={periodChoices(shown, values)}
            onChange={({ target }) => {
              const [eventFrom = "", eventTo = ""] = target.value.split(" ");
              set({ eventFrom, eventTo });
            }}
          />
        </Field>
      </div>
      {!figures ? (
        <Card>
          {query.isError ? (
            <LoadFailed title="The figures could not be loaded." refetch={() => query.refetch()} />
          ) : (
            <Skeleton lines={9} label="Loading figures" />
          )}
        </Card>
      ) : figures.month.total.count === 0 ? (
        <Card>
          <EmptyState
            icon="ncr"
            title="No non-conformances in this period."
            text="Choose a longer period, or report a non-conformance with its part, quantities and defect code."
          />
        </Card>
      ) : (
        <div className="figures-grid" aria-busy={query.isFetching}>
          <Totals figure={figures.month} />
          <Defects figure={figures.defect} />
          <Months figure={figures.month} />
          <LateCard
            name="actions"
            title="Corrective actions"
            filters={values}
            load={(signal) =>
              request("GET", "/api/ncr/figure/correctiveAction", { query: values, signal, toast: false })
            }
          >
            {(figure) => <ActionCard figure={figure} />}
          </LateCard>
          {lateGroups.map((group) => (
            <LateCard
              key={group}
              name={group}
              title={groupTitle(group, values.party)}
              filters={values}
              load={(signal) => loadFigure(group, signal)}
            >
              {(figure) => <Groups figure={figure} />}
            </LateCard>
          ))}
        </div>
      )}
    </>
  );
}

const filterOf = ({ month: { party, eventFrom, eventTo } }: Figures) => ({ party, eventFrom, eventTo });
const unset = { party: "", eventFrom: "", eventTo: "" };

const reports = ({ count }: FigureRow) => `${formatCount(count, "report")} in the period`;

function Totals({ figure: { total } }: { figure: Figure }) {
  return (
    <Card title="Total">
      <Facts
        items={[
          ["Reports", groupDigits(total.count)],
          ["Delivered", total.delivered === null ? "no data" : groupDigits(total.delivered)],
          ["Defective", total.defective === null ? "no data" : groupDigits(total.defective)],
          ["Defective per million", ppmText(total)],
          ...(total.costs ? [["Cost", costText(total) || "none"] as [string, string]] : []),
        ]}
      />
    </Card>
  );
}

/** Defects as a Pareto chart: the most frequent first, with the number of those that make up most reports. */
function Defects({ figure }: { figure: Figure }) {
  return (
    <Card title="Defects">
      {figure.rows.length === 0 ? (
        <EmptyState icon="ncr" title="No report in this period has a defect code." />
      ) : (
        <>
          <p className="text-secondary">{paretoText(figure)}</p>
          <BarChart
            label="Reports by defect"
            categories={figure.rows.map((row) => ({ name: row.label ?? "", href: hrefOf(figure, row) }))}
            series={[{ name: "Reports", tone: "info", values: figure.rows.map(({ count }) => count) }]}
          />
        </>
      )}
      <Ungrouped figure={figure} text="no defect code" />
    </Card>
  );
}

function paretoText({ rows, total, ungrouped }: Figure): string {
  const all = total.count - (ungrouped?.count ?? 0);
  let sum = 0;
  const needed = rows.findIndex(({ count }) => {
    sum += count;
    return sum * 100 >= all * mainShare;
  });
  if (needed < 0) return `The first ${rows.length} defects are shown.`;
  const percent = Math.round((sum * 100) / all);
  return needed === 0
    ? `The most frequent defect makes up ${percent} % of the reports with a defect code.`
    : `The first ${needed + 1} defects make up ${percent} % of the reports with a defect code.`;
}

function Months({ figure }: { figure: Figure }) {
  return (
    <Card title="Defective parts per million">
      <ColumnChart
        label="Defective parts per million delivered parts, by month"
        columns={figure.rows.map((row) => ({
          name: monthText(row.key ?? ""),
          count: row.ppm === null ? null : Math.round(row.ppm),
          href: hrefOf(figure, row),
        }))}
      />
      <p className="text-secondary small-text mb-0 mt-2">
        Counts the reports with delivered and defective quantities. The other months have no data.
      </p>
    </Card>
  );
}

function groupTitle(group: Group, party: Party): string {
  if (group === "part") return "Parts";
  return party === "raised" ? "Suppliers" : "Customers";
}

function Groups({ figure }: { figure: Figure }) {
  const title = groupTitle(figure.group, figure.party);
  const columns: Column<FigureRow>[] = [
    {
      key: "name",
      title: title.replace(/s$/, ""),
      primary: true,
      className: "figures-name",
      render: (row) => <span className="cell-title">{row.label}</span>,
    },
    { key: "count", title: "Reports", numeric: true, render: ({ count }) => groupDigits(count) },
    {
      key: "defective",
      title: "Defective",
      numeric: true,
      render: ({ defective }) => (defective === null ? "no data" : groupDigits(defective)),
    },
    { key: "ppm", title: "Per million", numeric: true, render: ppmText },
  ];
  if (figure.party === "raised") {
    columns.push({
      key: "cost",
      title: "Cost",
      numeric: true,
      className: "figures-cost",
      render: (row) => costText(row) || "-",
    });
  }
  return (
    <Card flush title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={figure.rows}
        rowKey={({ key }) => key ?? ""}
        rowHref={(row) => hrefOf(figure, row)}
        empty={<EmptyState icon="ncr" title="No report in this period has a part number." />}
      />
      <Ungrouped figure={figure} text="no part number" padded />
    </Card>
  );
}

function Ungrouped({ figure, text, padded }: { figure: Figure; text: string; padded?: boolean }) {
  const { ungrouped, hasMore, rows } = figure;
  if (!ungrouped && !hasMore) return null;
  const without = ungrouped ? `${formatCount(ungrouped.count, "report has", "reports have")} ${text}.` : "";
  return (
    <p className={padded ? "text-secondary small-text figures-foot" : "text-secondary small-text mb-0 mt-2"}>
      {[hasMore && `The ${rows.length} most frequent are shown.`, without].filter(Boolean).join(" ")}
    </p>
  );
}

/** The address of the list with the reports of a group. */
function hrefOf({ group, party, eventFrom, eventTo }: Figure, { key, label }: FigureRow): string {
  const filters = { party, eventFrom, eventTo };
  switch (group) {
    case "defect":
      return ncrListHref({ ...filters, defectCodeId: key ?? "" });
    case "part":
      return ncrListHref({ ...filters, partNumber: label ?? "" });
    case "supplier":
      if (party === "received") return `/organisations/${key}`;
      return ncrListHref({ ...filters, supplierName: label ?? "" });
    case "month": {
      const first = key ?? eventFrom;
      const last = lastDay(first);
      return ncrListHref({
        party,
        eventFrom: first > eventFrom ? first : eventFrom,
        eventTo: last < eventTo ? last : eventTo,
      });
    }
  }
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const monthText = (day: string) => `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

function ppmText({ ppm }: FigureRow): string {
  return ppm === null ? "no data" : groupDigits(Math.round(ppm));
}

function costText({ costs = [] }: FigureRow): string {
  return costs.map(({ currency, amount }) => `${withDigits(amount)} ${currency}`).join(", ");
}

function withDigits(amount: string): string {
  const [whole = "0", cents] = amount.split(".");
  return cents ? `${groupDigits(Number(whole))}.${cents}` : groupDigits(Number(whole));
}

type Period = { eventFrom: string; eventTo: string };

/** Periods that end on the last day of the first one, and the period of the address. */
function periodChoices({ eventTo }: Period, current: Period) {
  const choices = periods.map((count) => ({
    value: `${firstDay(eventTo, count)} ${eventTo}`,
    label: `Last ${count} months`,
  }));
  const value = `${current.eventFrom} ${current.eventTo}`;
  if (choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: `${current.eventFrom} to ${current.eventTo}` }];
}

/** The first day of the month that is `count` - 1 months before the month of a day. */
function firstDay(day: string, count: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - count;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}
