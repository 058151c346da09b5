import { useState } from "react";
import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { useBrowserEvent } from "../../lib/events";
import { useSave } from "../../lib/state/use-save";
import { BarChart } from "../../ui/bar-chart";
import { Button, IconButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { FullScreen } from "../../ui/full-screen";
import "./home.scss";

export type HomeChart = ApiResponse<"Chart">;
type ChartKey = HomeChart["key"];

const offered: readonly { key: ChartKey; title: string }[] = [
  { key: "RFX_STATUS", title: "RFxs by status" },
  { key: "SUPPLIER_LEVEL", title: "Suppliers by level" },
  { key: "NCR_SEVERITY", title: "Open NCRs by severity and age" },
];

/** The charts that the viewer has chosen, in the viewer's order. The choice is saved on the server. */
export function HomeCharts({ first }: { first: readonly HomeChart[] }) {
  const [charts, setCharts] = useState(first);
  const [editing, setEditing] = useState(false);
  const refresh = () => {
    request("GET", "/api/home/chart", { toast: false }).then(setCharts, () => {
      // The charts stay unchanged until the next event.
    });
  };
  useBrowserEvent("RFX_CHANGED", refresh);
  useBrowserEvent("NON_CONFORMANCE_CHANGED", refresh);

  const {
    save: choose,
    busy,
    failure,
  } = useSave({
    send: (keys: readonly ChartKey[]) => {
      // Moved and removed charts change immediately; an added chart appears with the response.
      setCharts(keys.flatMap((key) => charts.find((chart) => chart.key === key) ?? []));
      return request("PUT", "/api/home/chart", { body: { charts: keys } });
    },
    onSaved: setCharts,
    onError: () => setCharts(charts),
  });
  const keys = charts.map(({ key }) => key);
  const move = (at: number, by: number) => {
    const moved = [...keys];
    const [key] = moved.splice(at, 1);
    if (key) moved.splice(at + by, 0, key);
    choose(moved);
  };
  const missing = offered.filter(({ key }) => !keys.includes(key));
  return (
    <section className="home-charts" aria-label="Charts">
      <div className="home-charts-bar">
        <h2>Charts</h2>
        {editing &&
          missing.map(({ key, title }) => (
            <Button key={key} size="sm" icon="add" disabled={busy} onClick={() => choose([...keys, key])}>
              {title}
            </Button>
          ))}
        <Button
          size="sm"
          variant="quiet"
          icon={editing ? "check" : "edit"}
          aria-pressed={editing}
          className="ms-auto"
          onClick={() => setEditing(!editing)}
        >
          {editing ? "Done" : "Edit charts..."}
        </Button>
      </div>
      <FailureAlert error={failure} />
      {charts.length === 0 && !busy && (
        <Card>
          <EmptyState
            icon="show-grid"
            title="No charts."
            text="Choose what you want to see here: RFxs, suppliers, non-conformances."
            action={!editing && <Button onClick={() => setEditing(true)}>Add charts...</Button>}
          />
        </Card>
      )}
      <div className="home-charts-grid">
        {charts.map((chart, at) => (
          <FullScreen key={chart.key}>
            {(button) => (
              <Card
                title={chart.title}
                level={3}
                actions={
                  editing ? (
                    <>
                      <IconButton
                        icon="left"
                        size="sm"
                        label={`Move ${chart.title} forward`}
                        disabled={busy || at === 0}
                        onClick={() => move(at, -1)}
                      />
                      <IconButton
                        icon="right"
                        size="sm"
                        label={`Move ${chart.title} back`}
                        disabled={busy || at === charts.length - 1}
                        onClick={() => move(at, 1)}
                      />
                      <IconButton
                        icon="close"
                        size="sm"
                        label={`Remove ${chart.title}`}
                        disabled={busy}
                        onClick={() => choose(keys.filter((key) => key !== chart.key))}
                      />
                    </>
                  ) : (
                    button
                  )
                }
              >
                <BarChart label={chart.title} categories={chart.categories} series={chart.series} />
              </Card>
            )}
          </FullScreen>
        ))}
      </div>
    </section>
  );
}
