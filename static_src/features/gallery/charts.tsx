import { BarChart } from "../../ui/bar-chart";
import { ColumnChart } from "../../ui/column-chart";
import { LineChart } from "../../ui/line-chart";
import { Meter } from "../../ui/meter";
import { ProgressRing } from "../../ui/progress-ring";
import { ScoreCell } from "../../ui/score-bar";
import { ScoreSummary } from "../../ui/score-summary";
import { TopicScores } from "../../ui/topic-scores";
import { Example } from "./example";

const points = [3, 5, 4, 9, 12, 8, 14].map((count, index) => ({ day: `2026-11-${18 + index}`, count }));

const columns = [
  { name: "Quality", count: 84 },
  { name: "Delivery", count: 61 },
  { name: "Price", count: 77 },
];

const topics = [
  { topic: "Quality", percent: 84, previous: 84, weight: 6, answers: [] },
  {
    topic: "Health and safety",
    percent: 38,
    previous: 46,
    weight: 7,
    answers: [
      {
        id: "iso",
        question: "Is your safety management system certified?",
        text: "No, audit planned for May",
        note: "Rule: is “No”. Weight 2.",
        points: "0 of 15",
        percent: 0,
        href: "#charts",
      },
    ],
  },
];

export function ChartExamples() {
  return (
    <>
      <Example name="LineChart" use="Counts over days.">
        <LineChart points={points} noun="messages" label="Messages by day" />
      </Example>
      <Example name="Meter" use="Parts of a total, as one thin bar.">
        <Meter
          total={40}
          parts={[
            { value: 14, tone: "ok" },
            { value: 11, tone: "info" },
            { value: 3, tone: "bad" },
          ]}
        />
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
      <Example name="ScoreSummary" use="The overall score with its change, and the topics that stand out.">
        <ScoreSummary
          label="Overall"
          percent={74}
          previous={{ percent: 70, title: "Review 2025", href: "#charts" }}
          topics={topics}
          none="Not scored yet"
        />
      </Example>
      <Example name="ProgressRing" use="The completed share of a questionnaire." inline>
        <ProgressRing percent={0} label="Not started" />
        <ProgressRing percent={42} label="Started" />
        <ProgressRing percent={100} label="Complete" />
        <ProgressRing percent={100} label="Complete with errors" faulty />
      </Example>
      <Example name="ColumnChart" use="A few counts to compare." wide>
        <ColumnChart columns={columns} label="Non-conformances by type" />
      </Example>
      <Example name="ScoreCell" use="A score in a list, with the change since the previous one." inline>
        <ScoreCell percent={38} previous={46} />
        <ScoreCell percent={64} previous={57} />
        <ScoreCell percent={92} />
      </Example>
      <Example
        name="TopicScores"
        use="Scores by topic, the weakest first; a topic opens to its lowest answers."
        wide
      >
        <TopicScores title="Scores" topics={topics} />
      </Example>
    </>
  );
}
