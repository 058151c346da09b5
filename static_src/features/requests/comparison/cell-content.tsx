import { openStatuses } from "../../../domain/rfx/rfx";
import { formatCount } from "../../../lib/text/numbers";
import { classNames } from "../../../ui/class-names";
import { iconOf } from "../../../ui/file-text";
import { Icon } from "../../../ui/icon";
import { ScoreCell } from "../../../ui/score-bar";
import type { Cell, Question, Supplier } from "./types";
import "./cell-content.scss";

type Props = {
  cell: Cell;
  question: Question;
  supplier: Supplier;
  /** The content is part of a button: files are no links. */
  isText?: boolean;
};

/** The answer of one supplier in the grid: text, converted amount, files and marks. */
export function CellContent({ isText = false, ...props }: Props) {
  const { cell } = props;
  return (
    <span className="comparison-cell-content">
      <span className={classNames("comparison-answer", cell?.mark && "comparison-marked")}>
        <Answer {...props} isText={isText} />
      </span>
      <Marks cell={cell} />
    </span>
  );
}

function Answer({ cell, question, supplier, isText }: Props) {
  if (cell?.isHidden) return <span className="text-secondary">Not asked</span>;
  if (!cell?.text) {
    return (
      <span className="text-secondary">{openStatuses.has(supplier.status) ? "Not yet" : "No answer"}</span>
    );
  }
  if (cell.files) {
    return cell.files.map(({ id, filename }) => (
      <span key={id} className="comparison-file">
        <Icon name={iconOf(filename)} />
        {isText ? (
          <span>{filename}</span>
        ) : (
          <a href={`/files/${id}`} target="_blank" rel="noopener" tabIndex={-1}>
            {filename}
          </a>
        )}
      </span>
    ));
  }
  if (cell.converted) {
    return (
      <>
        <span className="comparison-amount">{cell.converted}</span>
        <span className="comparison-original">{cell.text}</span>
      </>
    );
  }
  const text = (
    <bdi className={cell.number ? "num" : question.type === "YESNO" ? undefined : "comparison-text"}>
      {cell.text}
    </bdi>
  );
  if (question.type === "YESNO") {
    const isYes = cell.text === "Yes";
    return (
      <>
        <Icon name={isYes ? "check" : "close"} className={isYes ? "comparison-ok" : "comparison-bad"} />{" "}
        {text}
      </>
    );
  }
  if (question.type === "CURRENCY_AMOUNT") {
    return (
      <>
        <span className="comparison-amount">{text}</span>
        {cell.issue && (
          <span className="comparison-issue" title={cell.issue}>
            <Icon name="warning" /> Not compared
          </span>
        )}
      </>
    );
  }
  return text;
}

function Marks({ cell }: { cell: Cell }) {
  if (!cell) return null;
  const { mark, isAccepted, followUps, notes } = cell;
  if (!mark && !isAccepted && !followUps && !notes) return null;
  return (
    <span className="comparison-marks">
      {mark && <RankMark mark={mark} />}
      {isAccepted && (
        <span className="comparison-ok" title="Accepted">
          <Icon name="success" />
          <span className="visually-hidden"> Accepted</span>
        </span>
      )}
      {followUps ? (
        <span className="comparison-wait" title={followUpsText(followUps)}>
          <Icon name="follow-up" />
          <span className="visually-hidden"> {followUpsText(followUps)}</span>
        </span>
      ) : null}
      {notes ? (
        <span className="comparison-note" title={formatCount(notes, "note")}>
          <span className="visually-hidden"> {formatCount(notes, "note")}</span>
        </span>
      ) : null}
    </span>
  );
}

export function followUpsText(count: number): string {
  return formatCount(count, "open follow-up");
}

/** The word "Best" or "Worst" with its arrow. */
export function RankMark({ mark }: { mark: "BEST" | "WORST" }) {
  return mark === "BEST" ? (
    <span className="comparison-mark comparison-ok">
      <Icon name="up" />
      Best
    </span>
  ) : (
    <span className="comparison-mark comparison-bad">
      <Icon name="down" />
      Worst
    </span>
  );
}

/** A score in percent with its bar; the value is first. */
export function HeadScore({ percent }: { percent: number }) {
  return (
    <span className="comparison-score">
      <ScoreCell percent={percent} />
    </span>
  );
}
