import { groupDigits } from "../../../lib/text/numbers";
import { Card, Facts } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import type { ActionFigure } from "../types";
import "./figures.scss";

type Stage = ActionFigure["stages"][number];

const columns: Column<Stage>[] = [
  { key: "name", title: "Step", primary: true, render: ({ name }) => name },
  { key: "accepted", title: "Accepted", numeric: true, render: ({ accepted }) => groupDigits(accepted) },
  {
    key: "days",
    title: "Median days",
    numeric: true,
    render: ({ medianDays }) => (medianDays === null ? "no data" : medianDays.toFixed(1)),
  },
];

/** The figures of corrective actions: days by step, steps sent in time, and returned steps. */
export function ActionCard({ figure }: { figure: ActionFigure }) {
  const { count, stages, punctuality, returnsPerAction } = figure;
  return (
    <Card flush title="Corrective actions">
      {count === 0 ? (
        <EmptyState icon="task" title="No corrective action was asked for in this period." />
      ) : (
        <>
          <div className="figures-facts">
            <Facts
              items={[
                ["Asked for", groupDigits(count)],
                ...punctuality.map((steps): [string, string] => [steps.name, shareText(steps)]),
                [
                  "Returned steps per action",
                  returnsPerAction === null ? "no data" : returnsPerAction.toFixed(2),
                ],
              ]}
            />
          </div>
          <DataTable
            label="Days from the request to the acceptance"
            columns={columns}
            rows={stages}
            rowKey={({ name }) => name}
            empty={null}
          />
          <p className="text-secondary small-text figures-foot">
            Days from the request to the acceptance of a step. Later attempts and withdrawn actions do not
            count.
          </p>
        </>
      )}
    </Card>
  );
}

function shareText({ share, onTime, counted }: ActionFigure["punctuality"][number]): string {
  if (share === null) return "no data";
  return `${Math.round(share * 100)} % (${groupDigits(onTime)} of ${groupDigits(counted)})`;
}
