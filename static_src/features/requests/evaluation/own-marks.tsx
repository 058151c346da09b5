import { Card } from "../../../ui/card";
import type { Evaluation } from "./types";
import "./ranking.scss";
import "./evaluation.scss";

/** The own marks of a guest after the evaluation has closed. */
export function OwnMarks({ evaluation: { suppliers, criteria, own } }: { evaluation: Evaluation }) {
  const marked = criteria.filter(({ source }) => source === "MARKS");
  return (
    <Card title="The evaluation is closed">
      <p className="evaluation-text">Thank you for your marks. They can no longer be changed.</p>
      <ul className="own-marks">
        {suppliers.map(({ rfxId, name }) => (
          <li key={rfxId}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span>
              {own?.conflicts.includes(rfxId)
                ? "Conflict of interest"
                : marked
                    .map((criterion) => {
                      const mark = own?.marks.find(
                        (each) => each.rfxId === rfxId && each.criterionId === criterion.id,
                      )?.mark;
                      return `${criterion.name}: ${mark ?? "no mark"}`;
                    })
                    .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
