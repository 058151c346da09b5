import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import { shortDecimal } from "./decimals";
import type { Criterion, CriterionValue, Evaluation, Result } from "./types";
import "./ranking.scss";
import "./marking.scss";

type Props = {
  result: Result;
  evaluation: Evaluation;
  onSettle: (value: CriterionValue) => void;
};

/** The way from marks to the score of one supplier. */
export function Arithmetic({ result, evaluation, onSettle }: Props) {
  const { criteria, mayManage } = evaluation;
  return (
    <div className="arithmetic">
      <div className="arithmetic-scroll">
        <table className="arithmetic-table">
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              <th scope="col">Marks</th>
              <th scope="col" className="num">
                Value
              </th>
              <th scope="col" className="num">
                Weight
              </th>
            </tr>
          </thead>
          <tbody>
            {result.values.map((value) => {
              const criterion = criteria.find(({ id }) => id === value.criterionId);
              return criterion ? (
                <tr key={criterion.id}>
                  <th scope="row">
                    <bdi>{criterion.name}</bdi>
                  </th>
                  <td>
                    <Marks
                      value={value}
                      criterion={criterion}
                      evaluation={evaluation}
                      onSettle={mayManage ? () => onSettle(value) : null}
                    />
                  </td>
                  <td className="num">
                    {value.percent === null ? "None" : `${shortDecimal(value.percent)} %`}
                  </td>
                  <td className="num">{value.weight} %</td>
                </tr>
              ) : null;
            })}
          </tbody>
        </table>
      </div>
      <p className="arithmetic-sum num">{sumText(result)}</p>
      {result.missing.length > 0 && (
        <ul className="arithmetic-missing">
          {result.missing.map((sentence) => (
            <li key={sentence}>
              <Icon name="info" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type MarksProps = {
  value: CriterionValue;
  criterion: Criterion;
  evaluation: Evaluation;
  /** Null for viewers who may not settle. */
  onSettle: (() => void) | null;
};

function Marks({ value, criterion, evaluation, onSettle }: MarksProps) {
  if (criterion.source === "SCORE") return <span className="marking-none">Score of the form</span>;
  const { marks, mean, isSpread, consensus } = value;
  if (marks.length === 0) return <span className="marking-none">No marks</span>;
  return (
    <div className="arithmetic-marks">
      <ul>
        {marks.map(({ evaluatorId, mark, comment }) => (
          <li key={evaluatorId}>
            <span className="num arithmetic-mark">{mark ?? "-"}</span>
            <span>
              <bdi>{evaluation.evaluators.find(({ id }) => id === evaluatorId)?.name}</bdi>
              {comment && <bdi className="arithmetic-comment">{comment}</bdi>}
            </span>
          </li>
        ))}
      </ul>
      {consensus ? (
        <p className="arithmetic-consensus">
          <Badge tone="ok" icon="check">
            Settled on {consensus.mark}
          </Badge>
          <span>
            <bdi>{consensus.settledBy}</bdi>: <bdi>{consensus.reason}</bdi>
          </span>
        </p>
      ) : (
        mean !== null && <span className="marking-none num">Mean {shortDecimal(mean)}</span>
      )}
      {isSpread && (
        <span className="arithmetic-spread">
          {!consensus && (
            <Badge tone="wait" icon="warning">
              Marks differ by more than 2
            </Badge>
          )}
          {onSettle && (
            <Button size="sm" onClick={onSettle}>
              {consensus ? "Change..." : "Settle..."}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

/** Write the weighted mean as a sum: '(60 × 55 + 40 × 50) / 100 = 53'. */
function sumText({ values, score }: Result): string {
  const counted = values.filter(({ percent, weight }) => percent !== null && weight > 0);
  if (score === null) return "No criterion has a value, so there is no score.";
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  const terms = counted.map(({ weight, percent }) => `${weight} × ${shortDecimal(percent ?? "")}`);
  const note = weights < 100 ? ". Only criteria with a value count." : "";
  return `(${terms.join(" + ")}) / ${weights} = ${shortDecimal(score)}${note}`;
}
