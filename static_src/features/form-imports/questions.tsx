import { useRef, useState } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useQueryParam } from "../../lib/state/use-query-param";
import { formatCount } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import { FixForm } from "./fix-form";
import {
  type Chosen,
  type FormImport,
  type ImportIssue,
  type ImportQuestion,
  type RowFix,
  rowKey,
  typeLabels,
} from "./types";
import "./form-imports.scss";

type Props = {
  read: FormImport;
  chosen: Chosen;
  isChecking: boolean;
  onChange: (part: Partial<Chosen>) => void;
};

/** A row of the table: a question, or a row that has only a problem. */
type Row = { sheet: string; row: number; question: ImportQuestion | null; issues: ImportIssue[] };

const pageSize = 25;
const loadPreview = () => import("./preview");

/** Left the questions of the file with what to look at, right the form as respondents see it. */
export function Questions({ read, chosen, isChecking, onChange }: Props) {
  const [listedRows, setListedRows] = useQueryParam("rows");
  const onlyIssues = listedRows === "issues";
  const [page, setPage] = useState(0);
  const [editing, setEditing] = useState<string | null>(null);
  const preview = useLoaded(loadPreview);
  const { questions, issues } = read;
  const general = issues.filter(({ row }) => row < 0);
  const rows = rowsOf(read);
  const listed = onlyIssues ? rows.filter((each) => each.issues.length > 0) : rows;
  const last = Math.max(0, Math.ceil(listed.length / pageSize) - 1);
  const shownPage = Math.min(page, last);
  const shown = listed.slice(shownPage * pageSize, (shownPage + 1) * pageSize);
  const fixed = new Map(chosen.fixes.map((fix) => [rowKey(fix), fix]));
  const leftOut = chosen.fixes.filter(({ isLeftOut }) => isLeftOut).length;
  const fix = (next: RowFix) => {
    onChange({ fixes: [...chosen.fixes.filter((each) => rowKey(each) !== rowKey(next)), next] });
    setEditing(null);
  };
  const top = useRef<HTMLDivElement>(null);
  const go = (next: number) => {
    setPage(next);
    setEditing(null);
    top.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div ref={top} className="form-import-questions">
      <Card
        className="form-import-card"
        title={
          issues.length ? formatCount(issues.length, "thing to look at", "things to look at") : "Questions"
        }
        actions={
          issues.length > 0 && (
            <Button
              size="sm"
              aria-pressed={onlyIssues}
              onClick={() => {
                setListedRows(onlyIssues ? "" : "issues");
                go(0);
              }}
            >
              Only these rows
            </Button>
          )
        }
        flush
      >
        {general.map(({ sentence, weight }) => (
          <p key={sentence} className={`form-import-issue form-import-issue-${weight.toLowerCase()}`}>
            <Icon name={weight === "BLOCK" ? "error" : "warning"} /> <bdi>{sentence}</bdi>
          </p>
        ))}
        {listed.length === 0 && (
          <EmptyState
            icon="questions"
            title={onlyIssues ? "Nothing to look at." : "No questions yet."}
            text={onlyIssues ? undefined : "Choose the sheets and the column with the questions above."}
          />
        )}
        <ol className="form-import-rows" aria-busy={isChecking}>
          {shown.map((each) => {
            const key = rowKey(each);
            return (
              <li key={key}>
                <RowSummary row={each} onEdit={() => setEditing(editing === key ? null : key)} />
                {each.issues.map(({ sentence, weight }) => (
                  <p key={sentence} className={`form-import-issue form-import-issue-${weight.toLowerCase()}`}>
                    <Icon name={weight === "NOTE" ? "info" : "warning"} /> <bdi>{sentence}</bdi>
                  </p>
                ))}
                {editing === key && (
                  <FixForm
                    place={each}
                    question={each.question}
                    fix={fixed.get(key) ?? null}
                    onFix={fix}
                    onClose={() => setEditing(null)}
                  />
                )}
              </li>
            );
          })}
        </ol>
        {leftOut > 0 && (
          <p className="form-import-left-out text-secondary">
            {formatCount(leftOut, "row is", "rows are")} left out.{" "}
            <Button
              variant="link"
              size="sm"
              onClick={() => onChange({ fixes: chosen.fixes.filter(({ isLeftOut }) => !isLeftOut) })}
            >
              Include again
            </Button>
          </p>
        )}
        {last > 0 && (
          <nav className="form-import-pages" aria-label="Pages of questions">
            <Button size="sm" icon="left" disabled={shownPage === 0} onClick={() => go(shownPage - 1)}>
              Previous
            </Button>
            <span>
              {shownPage * pageSize + 1} to {Math.min((shownPage + 1) * pageSize, listed.length)} of{" "}
              {listed.length}
            </span>
            <Button size="sm" icon="right" disabled={shownPage === last} onClick={() => go(shownPage + 1)}>
              Next
            </Button>
          </nav>
        )}
      </Card>
      {questions.length > 0 && (
        <Card title="As respondents see it" className="form-import-card form-import-preview">
          {preview ? (
            <preview.Preview
              doc={read.doc as never}
              fids={shown.flatMap(({ question }) =>
                question ? [question.fid, ...question.further.map(({ fid }) => fid)] : [],
              )}
            />
          ) : (
            <p className="text-secondary">Loading the preview...</p>
          )}
        </Card>
      )}
    </div>
  );
}

function RowSummary({ row: { row, question }, onEdit }: { row: Row; onEdit: () => void }) {
  return (
    <div className="form-import-row">
      <span className="text-secondary form-import-place">Row {row + 1}</span>
      {question ? (
        <span className="form-import-label">
          <span>
            {question.number && <strong>{question.number} </strong>}
            <bdi>{question.label}</bdi>
          </span>
          <span className="text-secondary form-import-type">
            {typeLabels[question.type]}
            {question.isRequired && ", required"}
            {question.further.length > 0 &&
              `, with “${question.further.map(({ heading }) => heading).join("”, “")}”`}
          </span>
          {question.isConditional && (
            <span className="text-secondary form-import-condition">
              Only shown if <bdi>{question.condition}</bdi>
            </span>
          )}
          {question.choices.length > 0 && (
            <span className="text-secondary form-import-choices">
              {formatCount(question.choices.length, "choice")}: {question.choices.slice(0, 12).join(" · ")}
            </span>
          )}
        </span>
      ) : (
        <span className="form-import-label text-secondary">No question</span>
      )}
      <Button size="sm" icon="edit" onClick={onEdit}>
        Fix<span className="visually-hidden"> row {row + 1}</span>
      </Button>
    </div>
  );
}

/** Return the rows of the questions, and the rows of problems without a question, in the order of the file. */
function rowsOf({ questions, issues, sheets }: FormImport): Row[] {
  const rows = new Map<string, Row>(
    questions.map((question) => [
      rowKey(question),
      { sheet: question.sheet, row: question.row, question, issues: [] },
    ]),
  );
  for (const issue of issues) {
    if (issue.row < 0) continue;
    const { sheet, row } = issue;
    const present = rows.get(rowKey(issue)) ?? { sheet, row, question: null, issues: [] };
    present.issues.push(issue);
    rows.set(rowKey(issue), present);
  }
  const order = new Map(sheets.map(({ name }, index) => [name, index]));
  return [...rows.values()].sort(
    (one, other) => (order.get(one.sheet) ?? 0) - (order.get(other.sheet) ?? 0) || one.row - other.row,
  );
}
