import { fieldId } from "../../../domain/questionnaire/field-ids";
import { Badge } from "../../../ui/badge";
import { LongText } from "../workbook/long-text";
import { WordMarks } from "../workbook/word-marks";
import type { DifferenceRow } from "./round-calls";

type Props = { row: DifferenceRow };

/** Changes of a question that the reviewer of its answer should know. */
const changes: Partial<Record<DifferenceRow["question"], string>> = {
  RULES: "Other choices or limits",
  TYPE: "Other type of answer",
};

type QuestionProps = Props & { hasSeveralForms: boolean; onGo: (key: string) => void };

/** The question with its place in the forms, and its earlier text if that was another. */
export function QuestionCell({ row, hasSeveralForms, onGo }: QuestionProps) {
  const { key, kind, label, earlierLabel, formTitle, section, question } = row;
  const place = [hasSeveralForms && formTitle, section].filter(Boolean).join(" · ");
  const change = changes[question];
  return (
    <div>
      {place && <span className="field-hint d-block">{place}</span>}
      {key === null ? (
        <bdi>{earlierLabel}</bdi>
      ) : (
        <a
          href={`#${fieldId(key)}`}
          onClick={(event) => {
            event.preventDefault();
            onGo(key);
          }}
        >
          <bdi>{label}</bdi>
        </a>
      )}
      {label !== null && earlierLabel !== null && label !== earlierLabel && (
        <span className="field-hint d-block">
          Then: <bdi>{earlierLabel}</bdi>
        </span>
      )}
      {kind === "NEW" && <Badge tone="info">New</Badge>}
      {kind === "REMOVED" && <Badge>Removed</Badge>}
      {row.isConfirmed && <Badge>Confirmed without change</Badge>}
      {change && <Badge tone="wait">{change}</Badge>}
    </div>
  );
}

export function ThenCell({ row }: Props) {
  const { earlier, now } = row;
  if (earlier === null) return <span className="text-secondary">Not asked</span>;
  if (earlier === "") return <span className="text-secondary">Not answered</span>;
  return marksWords(row) ? (
    <WordMarks from={earlier} to={now ?? ""} side="from" />
  ) : (
    <LongText text={earlier} />
  );
}

export function NowCell({ row }: Props) {
  const { earlier, now, kind } = row;
  if (now === null) return <span className="text-secondary">No longer asked</span>;
  if (kind === "UNCONFIRMED") return <span className="text-secondary">Not confirmed</span>;
  if (now === "") return <span className="text-secondary">Not answered</span>;
  return marksWords(row) ? <WordMarks from={earlier ?? ""} to={now} side="to" /> : <LongText text={now} />;
}

/** The points of both rounds, once if they are the same. */
export function PointsCell({ row: { pointsEarlier, pointsNow } }: Props) {
  const earlier = pointsText(pointsEarlier);
  const now = pointsText(pointsNow);
  if (!earlier && !now) return <span className="text-secondary">Not scored</span>;
  return (
    <span className="num">{earlier && now && earlier !== now ? `${earlier} → ${now}` : now || earlier}</span>
  );
}

const pointsText = (points: DifferenceRow["pointsNow"]) =>
  points ? `${points.points} of ${points.most}` : "";

/** Return true if the two answers are texts whose changed words are marked. */
function marksWords({ kind, type, earlier, now }: DifferenceRow): boolean {
  return kind === "CHANGED" && (type === "TEXT" || type === "TEXTAREA") && !!earlier && !!now;
}
