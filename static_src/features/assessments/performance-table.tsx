import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { percentText } from "../../domain/assessments/assessments";
import { Card } from "../../ui/card";
import type { Scoring } from "./types";
import "./assessments.scss";

/**
 * Table of a performance assessment: a column for each respondent, a row for each question, and the means of both. If
 * it is wider than the page it scrolls sideways, with sticky questions and means.
 */
export function PerformanceTable({ scoring }: { scoring: Scoring }) {
  const { respondents, questions, overall } = scoring;
  const container = useRef<HTMLElement>(null);
  const scrolls = useScrollsSideways(container, respondents.length);
  return (
    <Card flush title="Scores by respondent">
      {scrolls && (
        <p className="performance-hint">
          {respondents.length} respondents. Scroll sideways to see all of them.
        </p>
      )}
      <section
        ref={container}
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
                  <a href={`/rfx/${rfxId}?tab=rfi`}>{breakable(name)}</a>
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

/** Allow line breaks in a name only between words, and in an address after `@` and `.`. */
function breakable(name: string) {
  const parts = name.split(/(?<=[@.])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Return true if the content of `container` is wider than `container`, measured again when `columns` changes. */
function useScrollsSideways(container: RefObject<HTMLElement | null>, columns: number): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const measure = () => {
      const { scrollWidth = 0, clientWidth = 0 } = container.current ?? {};
      setScrolls(columns > 0 && scrollWidth > clientWidth + 1);
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [container, columns]);
  return scrolls;
}
