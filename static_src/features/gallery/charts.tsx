import { BarChart } from "../../ui/bar-chart";
import { ColumnChart } from "../../ui/column-chart";
import { LineChart } from "../../ui/line-chart";
import { ProgressRing } from "../../ui/progress-ring";
import { Example } from "./example";

const points = [3, 5, 4, 9, 12, 8, 14].map((count, index) => ({ day: `2026-11-${18 + index}`, count }));

const columns = [
  { name: "Quality", count: 84 },
  { name: "Delivery", count: 61 },
  { name: "Price", count: 77 },
];

export function ChartExamples() {
  return (
    <>
      <Example name="LineChart" use="Counts over days.">
        <LineChart points={points} noun="messages" label="Messages by day" />
      </Example>
      <Example name="BarChart" use="Counts by name, in one or several series, with links.">
        <BarChart
          label="Tasks by supplier"
          categories={[
            { name: "Kisumu Castings", href: "#charts" },
            { name: "Mori Seiki Tools", href: null },
          ]}
          series={[
            { name: "Open", tone: "wait", values: [4, 1] },
            { name: "Done", tone: "ok", values: [6, 3] },
          ]}
        />
      </Example>
      <Example name="ProgressRing" use="The completed share of a questionnaire." inline>
        <ProgressRing percent={0} label="Not started" />
        <ProgressRing percent={42} label="Started" />
        <ProgressRing percent={100} label="Complete" />
        <ProgressRing percent={100} label="Complete with errors" faulty />
      </Example>
      <Example name="ColumnChart" use="A few counts or percentages to compare." wide>
        <ColumnChart columns={columns} label="Scores by section" unit="%" top={100} />
      </Example>
    </>
  );
}
