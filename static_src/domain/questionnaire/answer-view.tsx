import type { ReactNode } from "react";
import { formatBytes } from "../../lib/text/bytes";
import { isoDate, parseDate } from "../../lib/text/date-text";
import { useDates } from "../../lib/text/dates";
import { FileText } from "../../ui/file-text";
import { filesOf } from "./controls/files-of";
import { fileAddress, useDoc } from "./doc-context";
import { answered, columnField, isEmptyRow } from "./rules/answers";
import { isEmailAddress, isWebAddress } from "./rules/text";
import { type Column, type Field, ownValue, type SignatureAnswer } from "./rules/types";
import { choiceLabels, valueText } from "./rules/value-text";
import type { PlacedField } from "./rules/walk";
import { SignatureView } from "./signature-view";
import "./doc-view-answers.scss";
import "./doc-view-controls.scss";

type Props = { placed: PlacedField; value: unknown; inline: boolean };

/** Question and answer as text. Within a sentence only the answer is visible; screen readers also read its label. */
export function AnswerView({ placed, value, inline }: Props) {
  const { field } = placed;
  const isAnswered = answered(field, value);
  const content = isAnswered ? <Answer placed={placed} value={value} /> : "Not answered";
  if (inline)
    return (
      <span className={isAnswered ? "doc-answer" : "doc-answer doc-unanswered"}>
        <span className="visually-hidden">{field.label}: </span>
        {isAnswered ? content : `[${field.label}]`}
      </span>
    );
  return (
    <dl className="doc-question">
      <dt>{field.label}</dt>
      <dd className={isAnswered ? "doc-answer" : "doc-answer doc-unanswered"}>{content}</dd>
    </dl>
  );
}

function Answer({ placed, value }: { placed: PlacedField; value: unknown }): ReactNode {
  const { field } = placed;
  switch (field.type) {
    case "DATE":
      return <DateAnswer text={String(value)} />;
    case "EMAIL":
      return <EmailAnswer text={String(value)} />;
    case "URL":
      return <UrlAnswer text={String(value)} />;
    case "MULTI_CHOICE":
      return <Choices labels={choiceLabels(field.options, value)} />;
    case "FILE":
      return <Files value={value} />;
    case "TABLE":
      return <Rows field={field} value={value} />;
    case "FORMSIGNATURE":
      return <SignatureView signature={value as SignatureAnswer} />;
    default:
      return valueText(field, value);
  }
}

function DateAnswer({ text }: { text: string }) {
  const dates = useDates();
  const day = parseDate(text);
  return day ? <time dateTime={isoDate(day)}>{dates.date(isoDate(day))}</time> : text;
}

function EmailAnswer({ text }: { text: string }) {
  return isEmailAddress(text) ? <a href={`mailto:${text}`}>{text}</a> : text;
}

function UrlAnswer({ text }: { text: string }) {
  if (!isWebAddress(text)) return text;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

function Choices({ labels }: { labels: readonly string[] }) {
  return (
    <ul className="doc-chosen">
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

function Files({ value }: { value: unknown }) {
  const doc = useDoc();
  return (
    <ul className="file-list">
      {filesOf(value).map((file) => (
        <li key={file.attachmentId} className="file-row">
          <FileText
            name={file.filename}
            meta={formatBytes(file.size)}
            href={fileAddress(doc, file.attachmentId)}
          />
        </li>
      ))}
    </ul>
  );
}

function Rows({ field, value }: { field: Field; value: unknown }) {
  const rows = Array.isArray(value) ? value.filter((row) => !isEmptyRow(field, row)) : [];
  return (
    <table className="doc-rows doc-rows-shown">
      <thead>
        <tr>
          {field.columns.map((column) => (
            <th key={column.name} scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no identity and nothing in them has state
          <tr key={index}>
            {field.columns.map((column) => (
              <td key={column.name} data-label={column.label}>
                <CellAnswer column={column} value={ownValue(row, column.name)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellAnswer({ column, value }: { column: Column; value: unknown }) {
  if (column.type === "DATE" && typeof value === "string") return <DateAnswer text={value} />;
  return valueText(columnField(column), value);
}
