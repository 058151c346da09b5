import { percentText } from "../../lib/assessments";
import { Card } from "../../ui/card";
import type { Scoring } from "./types";
import "./assessments.scss";

/**
 * The table of a performance assessment: one column for each respondent, one row for each question, and the means of
 * both. It keeps its shape on phones and is scrolled sideways, the questions staying in sight.
 */
export function PerformanceTable({ scoring }: { scoring: Scoring }) {
  const { respondents, questions, overall } = scoring;
  return (
    <Card flush title="Scores by respondent">
      <section
        className="performance-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
        tabIndex={0}
        aria-label="Scores by respondent"
      >
        <table className="performance-table">
          <thead>
            <tr>
              <th scope="col">Question</th>
              {respondents.map(({ rfxId, name }) => (
                <th scope="col" key={rfxId}>
                  <a href={`/rfx/${rfxId}?tab=rfi`}>{name}</a>
                </th>
              ))}
              <th scope="col">Mean</th>
            </tr>
          </thead>
          <tbody>
            {questions.map(({ question, topic, scores, mean }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two forms may ask the same
              <tr key={row}>
                <th scope="row">
                  {question}
                  <span className="cell-sub d-block">{topic}</span>
                </th>
                {scores.map((score, column) => (
                  <td key={respondents[column]?.rfxId} className="num">
                    {percentText(score)}
                  </td>
                ))}
                <td className="num mean">{percentText(mean)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Mean</th>
              {respondents.map(({ rfxId, score }) => (
                <td key={rfxId} className="num mean">
                  {percentText(score)}
                </td>
              ))}
              <td className="num mean">{percentText(overall)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </Card>
  );
}
