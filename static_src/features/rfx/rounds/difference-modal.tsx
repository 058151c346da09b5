import { useState } from "react";
import { errorText } from "../../../api/errors";
import { acceptAnswers } from "../../../domain/rfx/review-calls";
import { useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { useSave } from "../../../lib/state/use-save";
import { useDates } from "../../../lib/text/dates";
import { formatCount } from "../../../lib/text/numbers";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field, FieldGroup } from "../../../ui/field";
import { Select } from "../../../ui/inputs";
import { LoadFailed } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";
import { RadioCards } from "../../../ui/radio-cards";
import { Skeleton } from "../../../ui/skeleton";
import type { OpenRfx } from "../detail/open-rfx";
import { NowCell, PointsCell, QuestionCell, ThenCell } from "./difference-cells";
import { type Difference, type DifferenceRow, type EarlierRound, loadDifference } from "./round-calls";
import { ScoreMoves } from "./score-moves";
import "../workbook/workbook.scss";

type Props = {
  open: OpenRfx;
  /** The rounds to compare with, the newest first. */
  rounds: readonly EarlierRound[];
  /** Go to an answer of the form, which closes the dialog. */
  onGo: (key: string) => void;
  onClose: () => void;
};

const pageSize = 50;

/** Dialog with the changes of the answers and scores since an earlier round. */
export function DifferenceModal({ open, rounds, onGo, onClose }: Props) {
  const { id } = open.rfx;
  const { date } = useDates();
  const [earlierId, setEarlierId] = useState(rounds[0]?.id ?? 0);
  const { data, error, refetch } = useQuery({
    queryKey: ["rfx-difference", id, earlierId],
    queryFn: ({ signal }) => loadDifference(id, earlierId, signal),
    staleTime: 0,
  });
  useBrowserEvent("RFX_CHANGED", () => {
    refetch();
  });
  return (
    <Modal
      show
      size="full"
      title="What changed"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {data && <AcceptUnchanged open={open} difference={data} onAccepted={refetch} />}
        </>
      }
    >
      {rounds.length > 1 && (
        <Field label="Compare with">
          <Select
            value={earlierId}
            onChange={({ target }) => setEarlierId(Number(target.value))}
            options={rounds.map((round) => ({
              value: String(round.id),
              label: `#${round.id} - ${round.title}${round.submitted ? `, ${date(round.submitted)}` : ""}`,
            }))}
          />
        </Field>
      )}
      {data ? (
        <Rows key={earlierId} difference={data} hasSeveralForms={open.rfx.docForms.length > 1} onGo={onGo} />
      ) : error ? (
        <LoadFailed title={errorText(error)} refetch={refetch} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Modal>
  );
}

type Filter = "ALL" | "CHANGED" | "NEW" | "REMOVED" | "UNCONFIRMED" | "CONFIRMED" | "SCORE_MOVED";

const filters: readonly { value: Filter; label: string; count: (counts: Difference["counts"]) => number }[] =
  [
    { value: "CHANGED", label: "Changed", count: ({ changed }) => changed },
    { value: "NEW", label: "New", count: (counts) => counts.new },
    { value: "REMOVED", label: "Removed", count: ({ removed }) => removed },
    { value: "UNCONFIRMED", label: "Unconfirmed", count: ({ unconfirmed }) => unconfirmed },
    { value: "CONFIRMED", label: "Confirmed without change", count: ({ confirmed }) => confirmed },
    { value: "SCORE_MOVED", label: "Score moved", count: ({ scoreMoved }) => scoreMoved },
  ];

type RowsProps = { difference: Difference; hasSeveralForms: boolean; onGo: (key: string) => void };

function Rows({ difference, hasSeveralForms, onGo }: RowsProps) {
  const { rows, counts, score, earlier, acceptable } = difference;
  const { date } = useDates();
  const [filter, setFilter] = useState<Filter>(counts.changed > 0 ? "CHANGED" : "ALL");
  const [limit, setLimit] = useState(pageSize);
  const visible = rows.filter((row) => isShownBy(filter, row));
  const chips = filters
    .map(({ value, label, count }) => ({ value, count: count(counts), label: `${label} ${count(counts)}` }))
    .filter(({ value, count }) => count > 0 || value === filter);
  return (
    <div className="workbook-changes">
      <p className="workbook-intro">
        {formatCount(counts.same, "answer is", "answers are")} the same as in{" "}
        <a href={`/rfx/${earlier?.id}`}>
          <bdi>{earlier?.title}</bdi>
        </a>
        {earlier?.submitted && `, submitted on ${date(earlier.submitted)}`}.
        {acceptable.length > 0 &&
          ` You accepted ${acceptable.length === counts.same ? "them" : `${acceptable.length} of them`} then.`}
      </p>
      {score && <ScoreMoves score={score} />}
      <FieldGroup label="Rows to show" hideLabel>
        <RadioCards
          layout="chips"
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setLimit(pageSize);
          }}
          options={[{ value: "ALL", label: `All ${rows.length}` }, ...chips]}
        />
      </FieldGroup>
      <DataTable
        label="What changed"
        columns={[
          {
            key: "question",
            title: "Question",
            primary: true,
            render: (row) => <QuestionCell row={row} hasSeveralForms={hasSeveralForms} onGo={onGo} />,
          },
          { key: "then", title: "Then", render: (row) => <ThenCell row={row} /> },
          { key: "now", title: "Now", render: (row) => <NowCell row={row} /> },
          { key: "points", title: "Points", render: (row) => <PointsCell row={row} /> },
        ]}
        rows={visible.slice(0, limit)}
        rowKey={(row) => `${row.key ?? ""} ${row.earlierKey ?? ""}`}
        empty={<EmptyState icon="completed" title="No questions to compare." />}
        more={{
          hasMore: visible.length > limit,
          isLoadingMore: false,
          loadMore: () => setLimit(limit + pageSize),
        }}
      />
    </div>
  );
}

function isShownBy(filter: Filter, row: DifferenceRow): boolean {
  if (filter === "ALL") return true;
  if (filter === "SCORE_MOVED") return row.isScoreMoved;
  return filter === "CONFIRMED" ? row.isConfirmed : row.kind === filter;
}

type AcceptProps = { open: OpenRfx; difference: Difference; onAccepted: () => void };

/** Button that accepts the unchanged answers that were accepted in the earlier round. */
function AcceptUnchanged({ open, difference: { acceptable }, onAccepted }: AcceptProps) {
  const { rfx, moved } = open;
  const { save, busy, failure } = useSave({
    send: (answers: Difference["acceptable"]) => acceptAnswers(rfx.id, answers, true),
    onSaved: (state, answers) => {
      moved(state);
      onAccepted();
      toasts.success(`${formatCount(answers.length, "answer")} accepted.`, {
        label: "Undo",
        run: () => {
          acceptAnswers(rfx.id, answers, false).then(
            (undone) => {
              moved(undone);
              onAccepted();
            },
            () => {},
          );
        },
      });
    },
    // An answer has changed meanwhile.
    onError: onAccepted,
  });
  if (acceptable.length === 0) return null;
  return (
    <>
      <FailureAlert error={failure} />
      <Button variant="primary" icon="check" busy={busy} onClick={() => save(acceptable)}>
        {acceptable.length === 1
          ? "Accept 1 unchanged answer"
          : `Accept ${acceptable.length} unchanged answers`}
      </Button>
    </>
  );
}
