import { type ReactNode, useMemo, useState } from "react";
import { ApiError, errorText } from "../../../api/errors";
import { usePageContext } from "../../../lib/browser/page-context";
import { takeDraft, useDraftSaving } from "../../../lib/state/drafts";
import { useSave } from "../../../lib/state/use-save";
import { formatCount } from "../../../lib/text/numbers";
import { Button } from "../../../ui/button";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { FieldGroup, focusOnMount } from "../../../ui/field";
import { Switch } from "../../../ui/inputs";
import { RadioCards } from "../../../ui/radio-cards";
import type { OpenRfx } from "../detail/open-rfx";
import { FileCell, HereCell, OutcomeCell, QuestionCell } from "./change-cells";
import {
  applyLabel,
  type ChangeRow,
  clearableKeys,
  type Decisions,
  decidedOf,
  firstDecisions,
  keysOf,
  outcomes,
  rowsOf,
  withTaken,
} from "./decisions";
import { DiscardButton } from "./discard-button";
import { Foot } from "./foot";
import type { AnswerImport, ImportOutcome } from "./types";
import { applyImport, type Decided } from "./workbook-calls";
import "./workbook.scss";

type Props = {
  open: OpenRfx;
  read: AnswerImport;
  foot: HTMLElement | null;
  onApplied: (applying: AnswerImport) => void;
  /** Choose other columns, in a file that was not downloaded here. */
  onMap: (() => void) | null;
  onDiscarded: () => void;
};

/** The rows shown first, and added by each "Load more". */
const pageSize = 100;

/** The changes of a filled workbook: each row with the answer here and in the file, and the choices of the viewer. */
export function Changes({ open, read, foot, onApplied, onMap, onDiscarded }: Props) {
  const rows = useMemo(() => rowsOf(read), [read]);
  const [decisions, setDecisions, forget] = useDecisions(read, rows);
  const [shown, setShown] = useState<ImportOutcome | "ALL">("ALL");
  const [limit, setLimit] = useState(pageSize);
  const decided = decidedOf(rows, decisions);
  const clearable = useMemo(() => clearableKeys(rows), [rows]);
  const cleared = decisions.clearsEmpty ? clearable.length : 0;
  const { save, busy, failure } = useSave({
    send: async (body: Decided) => {
      // A conflict with an answer of this page would be no conflict with another user.
      const isSaved = await open.answering.saving.flush();
      if (!isSaved && isWaiting(open)) throw new UnsavedAnswersError();
      return applyImport(open.rfx.id, read.id, body);
    },
    onSaved: (applying) => {
      forget();
      onApplied(applying);
    },
    failureOf: (error) =>
      error instanceof UnsavedAnswersError
        ? "The answers that you typed on this page could not be saved yet. Please try again."
        : errorText(error),
    onError: (error) => {
      if (!(error instanceof ApiError || error instanceof UnsavedAnswersError)) throw error;
    },
  });
  const visible = shown === "ALL" ? rows : rows.filter(({ outcome }) => outcome === shown);
  const taken = new Set(decisions.taken);
  const cleans = new Set(cleared > 0 ? clearable : []);
  const hasSeveralForms = open.rfx.docForms.length > 1;
  const fieldOf = ({ key }: ChangeRow) => (key === null ? undefined : open.answering.field(key)?.field);
  const columns: readonly Column<ChangeRow>[] = [
    {
      key: "question",
      title: "Question",
      primary: true,
      render: (row) => <QuestionCell row={row} hasSeveralForms={hasSeveralForms} />,
    },
    { key: "here", title: "Here", render: (row) => <HereCell row={row} field={fieldOf(row)} /> },
    { key: "file", title: "In the file", render: (row) => <FileCell row={row} field={fieldOf(row)} /> },
    {
      key: "outcome",
      title: "Change",
      render: (row) => (
        <OutcomeCell
          row={row}
          isTaken={row.key !== null && taken.has(row.key)}
          clears={row.outcome === "EMPTY" && row.key !== null && cleans.has(row.key)}
          onTake={(isTaken) => setDecisions(withTaken(decisions, row.key === null ? [] : [row.key], isTaken))}
        />
      ),
    },
  ];
  return (
    <div className="workbook-changes">
      <p tabIndex={-1} ref={focusOnMount} className="workbook-intro">
        <bdi>{read.filename}</bdi>: nothing is saved until you take the answers over.
      </p>
      {read.warnings.map((warning) => (
        <div key={warning} className="alert alert-warning" role="note">
          {warning}
        </div>
      ))}
      {rows.length > 0 && (
        <FieldGroup label="Rows to show" hideLabel>
          <RadioCards
            layout="chips"
            value={shown}
            onChange={(outcome) => {
              setShown(outcome);
              setLimit(pageSize);
            }}
            options={chipsOf(rows)}
          />
        </FieldGroup>
      )}
      <Conflicts rows={rows} decisions={decisions} onDecide={setDecisions} />
      <Proposals rows={rows} decisions={decisions} onDecide={setDecisions} />
      {clearable.length > 0 && (
        <Switch
          label="Empty cells clear answers"
          hint={`${formatCount(clearable.length, "answer here has", "answers here have")} an empty cell in the file.`}
          checked={decisions.clearsEmpty}
          onChange={({ target }) => setDecisions({ ...decisions, clearsEmpty: target.checked })}
        />
      )}
      <DataTable
        label="What will change"
        columns={columns}
        rows={visible.slice(0, limit)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="xlsx"
            title="No answers in this file."
            text={
              onMap
                ? "Choose other columns, or another file."
                : "Fill in the column “Answer here” and read the workbook again."
            }
          />
        }
        more={{
          hasMore: visible.length > limit,
          isLoadingMore: false,
          loadMore: () => setLimit(limit + pageSize),
        }}
      />
      <FailureAlert error={failure} className="mt-3 mb-0" />
      <Foot foot={foot}>
        <DiscardButton open={open} importId={read.id} onDiscarded={onDiscarded} />
        {onMap && <Button onClick={onMap}>Other columns</Button>}
        <Button
          variant="primary"
          busy={busy}
          busyText="Taking over..."
          disabled={decided.keys.length === 0}
          onClick={() => save(decided)}
        >
          {applyLabel(decided, cleared)}
        </Button>
      </Foot>
    </div>
  );
}

class UnsavedAnswersError extends Error {}

/** Return true if answers of this page wait for the connection, other than those that wait for the user. */
function isWaiting({ answering }: OpenRfx): boolean {
  const { unsent, conflicts, refused } = answering.saving.snapshot();
  return unsent > Object.keys(conflicts).length + Object.keys(refused).length;
}

/** State of the choices, stored in the tab until they are applied: a reload keeps them. Other columns start with the first choices again. */
function useDecisions({ id, mapping }: AnswerImport, rows: readonly ChangeRow[]) {
  const userId = usePageContext().user?.id ?? 0;
  const form = `workbook.${id}.${JSON.stringify(mapping)}`;
  const [decisions, setDecisions] = useState(
    () => takeDraft<Decisions>(form, userId) ?? firstDecisions(rows),
  );
  const forget = useDraftSaving(form, userId, () => decisions);
  return [decisions, setDecisions, forget] as const;
}

function chipsOf(rows: readonly ChangeRow[]) {
  const all = { value: "ALL" as ImportOutcome | "ALL", label: `All ${rows.length}` };
  const others = (Object.keys(outcomes) as ImportOutcome[]).flatMap((outcome) => {
    const count = rows.filter((row) => row.outcome === outcome).length;
    return count > 0 ? [{ value: outcome, label: `${outcomes[outcome].label} ${count}` }] : [];
  });
  return [all, ...others];
}

type DecidingProps = {
  rows: readonly ChangeRow[];
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
};

/** Explains the answers that changed here meanwhile, and decides them at once. */
function Conflicts({ rows, decisions, onDecide }: DecidingProps) {
  const keys = keysOf(rows, "CONFLICT");
  if (keys.length === 0) return null;
  return (
    <ForAll
      text={
        keys.length === 1
          ? "1 answer changed here after the download. It won't be replaced unless you choose the file's."
          : `${keys.length} answers changed here after the download. They won't be replaced unless you choose the file's.`
      }
    >
      {keys.length > 1 && (
        <>
          <Button size="sm" onClick={() => onDecide(withTaken(decisions, keys, false))}>
            Keep all here
          </Button>
          <Button size="sm" onClick={() => onDecide(withTaken(decisions, keys, true))}>
            Take all from the file
          </Button>
        </>
      )}
    </ForAll>
  );
}

/** Explains the proposed questions, and ticks them at once. */
function Proposals({ rows, decisions, onDecide }: DecidingProps) {
  const keys = keysOf(rows, "PROPOSED");
  if (keys.length === 0) return null;
  return (
    <ForAll
      text={
        keys.length === 1
          ? "1 question of the file resembles one here. Compare the two texts and tick it if it is the same question."
          : `${keys.length} questions of the file resemble questions here. Compare the two texts and tick those that are the same question.`
      }
    >
      {keys.length > 1 && (
        <>
          <Button size="sm" onClick={() => onDecide(withTaken(decisions, keys, true))}>
            Tick all proposed
          </Button>
          <Button size="sm" onClick={() => onDecide(withTaken(decisions, keys, false))}>
            Untick all
          </Button>
        </>
      )}
    </ForAll>
  );
}

function ForAll({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="alert alert-warning">
      <p className={children ? "mb-2" : "mb-0"}>{text}</p>
      {children && <div className="button-row">{children}</div>}
    </div>
  );
}
