import { useState } from "react";
import { errorText } from "../../../api/errors";
import { emit } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useSave } from "../../../lib/state/use-save";
import { formatCount } from "../../../lib/text/numbers";
import { toasts } from "../../../lib/toasts";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { LoadFailed } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";
import { isBlankHtml, RichEditor } from "../../../ui/rich-editor";
import { type EarlierRfx, type MoveResult, moveRfxs, openRfxPath } from "./move-calls";

type Props = { form: { id: number; title: string }; onClose: () => void };
type Input = { rfxIds: readonly number[]; message: string | null };

const pageSize = 50;

/** Dialog that moves the open RFxs with an earlier revision of a form to its newest one, with their answers. */
export function MoveModal({ form, onClose }: Props) {
  const list = useInfiniteList({ queryKey: ["open-rfxs", form.id], path: openRfxPath(form.id), pageSize });
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set());
  const [message, setMessage] = useState("");
  const [results, setResults] = useState<readonly MoveResult[]>([]);
  const chosen = list.rows.filter((row) => isMovable(row) && !unticked.has(row.id));
  const { save, busy, failure } = useSave({
    send: ({ rfxIds, message }: Input, key) =>
      moveRfxs({ formId: form.id, rfxIds, message, key }, (batch) => setResults([...batch])),
    onSaved: (all) => {
      setResults(all);
      const moved = all.filter(({ reason }) => reason === null).length;
      if (moved > 0) toasts.success(`${formatCount(moved, "RFx")} moved.`);
      emit("EVENT_LOG_CHANGED", {});
      if (moved === all.length) onClose();
      else list.refetch();
    },
    onError: () => list.refetch(),
    failureOf: errorText,
  });
  const tick = (id: number, ticked: boolean) => {
    const next = new Set(unticked);
    ticked ? next.delete(id) : next.add(id);
    setUnticked(next);
  };
  const move = () => {
    setResults([]);
    save({ rfxIds: chosen.map(({ id }) => id), message: isBlankHtml(message) ? null : message });
  };
  const isEmpty = !list.isLoading && !list.failed && list.rows.length === 0;
  return (
    <Modal
      show
      size="full"
      title={`Move open RFxs: ${form.title}`}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {isEmpty ? "Close" : "Cancel"}
          </Button>
          {!isEmpty && (
            <Button
              variant="primary"
              icon="moved"
              onClick={move}
              busy={busy}
              busyText={`Moved ${results.length} of ${chosen.length}`}
              disabled={chosen.length === 0}
            >
              Move {formatCount(chosen.length, "RFx")}
            </Button>
          )}
        </>
      }
    >
      <FailureAlert error={failure} />
      <NotMoved results={busy ? [] : results} rows={list.rows} />
      {!isEmpty && (
        <p>
          Answers are kept where they still fit. Respondents get an e-mail that lists the changes, and
          continue with the new version.
        </p>
      )}
      {list.failed && list.rows.length === 0 ? (
        <LoadFailed refetch={list.refetch} />
      ) : (
        <DataTable
          label="Open RFxs with an earlier version"
          columns={columnsFor((id) => !unticked.has(id), tick)}
          rows={list.rows}
          rowKey={({ id }) => id}
          isLoading={list.isLoading}
          more={list}
          empty={<EmptyState icon="completed" title="All open RFxs use the newest version." />}
        />
      )}
      {chosen.length > 0 && (
        <Field label="Message to the respondents" hint="Optional. Included in the e-mail.">
          <RichEditor value={message} onChange={setMessage} />
        </Field>
      )}
    </Modal>
  );
}

/** The RFxs that were not moved, with the reasons. */
function NotMoved({ results, rows }: { results: readonly MoveResult[]; rows: readonly EarlierRfx[] }) {
  const failed = results.filter(({ reason }) => reason !== null);
  if (failed.length === 0) return null;
  const titleOf = ({ rfxId, title }: MoveResult) => title || rows.find(({ id }) => id === rfxId)?.title;
  return (
    <div className="alert alert-warning" role="alert">
      <p>{formatCount(failed.length, "RFx was", "RFxs were")} not moved:</p>
      <ul className="mb-0">
        {failed.map((result) => (
          <li key={result.rfxId}>
            <a href={`/rfx/${result.rfxId}`}>
              <bdi>
                #{result.rfxId} {titleOf(result)}
              </bdi>
            </a>
            : {result.reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

const isMovable = ({ counts, isSigned }: EarlierRfx) => counts !== null && !isSigned;

const columnsFor = (
  isTicked: (id: number) => boolean,
  onTick: (id: number, ticked: boolean) => void,
): readonly Column<EarlierRfx>[] => [
  {
    key: "move",
    title: "Move",
    render: (row) =>
      isMovable(row) ? (
        <label className="tick">
          <input
            type="checkbox"
            className="form-check-input"
            checked={isTicked(row.id)}
            onChange={({ target }) => onTick(row.id, target.checked)}
          />
          <span className="visually-hidden">
            Move #{row.id} {row.title}
          </span>
        </label>
      ) : (
        <Badge tone="none" icon="locked">
          {row.isSigned ? "Signed" : "Sealed"}
        </Badge>
      ),
  },
  {
    key: "title",
    title: "RFx",
    primary: true,
    render: ({ id, title, respondent }) => (
      <div className="subject-text">
        <a href={`/rfx/${id}`} className="cell-title">
          <bdi>
            #{id} {title}
          </bdi>
        </a>
        <div className="cell-sub">
          <bdi>{respondent}</bdi>
        </div>
      </div>
    ),
  },
  { key: "revision", title: "Revision", numeric: true, render: ({ revision }) => revision },
  { key: "same", title: "Kept", numeric: true, render: ({ counts }) => counts?.same },
  { key: "reworded", title: "Reworded", numeric: true, render: ({ counts }) => counts?.reworded },
  { key: "notValid", title: "No longer valid", numeric: true, render: ({ counts }) => counts?.notValid },
  { key: "removed", title: "Removed", numeric: true, render: ({ counts }) => counts?.removed },
  {
    key: "added",
    title: "New",
    numeric: true,
    render: ({ counts }) =>
      counts && `${counts.added}${counts.addedRequired > 0 ? ` (${counts.addedRequired} required)` : ""}`,
  },
];
