import { type FormEvent, useState } from "react";
import { useQuery } from "../../../lib/state/queries";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field, focusOnMount } from "../../../ui/field";
import { TextArea } from "../../../ui/inputs";
import { LoadFailedLine } from "../../../ui/load-failed-line";
import { Time } from "../../../ui/time";
import { addNote, changeNote, deleteNote, loadNotes } from "./note-calls";
import type { Note, OpenCell } from "./types";
import "./cell-content.scss";
import "./cell-notes.scss";

const maxLength = 2000;

type Props = {
  requestId: number;
  cell: OpenCell;
  /** The number of notes when the comparison was loaded. */
  count: number;
  isWriting: boolean;
  /** Called when the new note is saved or cancelled. */
  onWritten: () => void;
  /** Called after a change of the notes: reloads the comparison. */
  onChanged: () => void;
};

/** The notes of the viewer's organisation on the answer of the opened cell, and the form for a new one. */
export function CellNotes({ requestId, cell, count, isWriting, onWritten, onChanged }: Props) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["answer-notes", cell.rfxId, cell.key],
    queryFn: ({ signal }) => loadNotes(requestId, cell, signal),
    enabled: count > 0,
  });
  const [edited, setEdited] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<Note | null>(null);
  const changed = () => {
    onChanged();
    if (count > 0) void refetch();
  };
  const notes = count > 0 ? (data ?? []) : [];
  return (
    <div className="cell-notes">
      {notes.length > 0 && (
        <ul className="list-unstyled" aria-label="Notes of your organisation">
          {notes.map((note) => (
            <li key={note.id} className="cell-note">
              {edited === note.id ? (
                <NoteForm
                  draft={`answerNote.${note.id}`}
                  before={note.text}
                  send={(text) => changeNote(requestId, note, text)}
                  onSaved={changed}
                  onClose={() => setEdited(null)}
                />
              ) : (
                <NoteText note={note} onEdit={() => setEdited(note.id)} onDelete={() => setDeleted(note)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {isError && <LoadFailedLine title="The notes could not be loaded." refetch={refetch} />}
      {isWriting && (
        <NoteForm
          draft={`answerNote.${cell.rfxId}.${cell.key}`}
          before=""
          send={(text, key) => addNote(requestId, cell, text, key)}
          onSaved={changed}
          onClose={onWritten}
        />
      )}
      <ConfirmModal
        show={deleted !== null}
        title="Delete this note?"
        confirmLabel="Delete note"
        danger
        onConfirm={async () => {
          if (deleted) await deleteNote(requestId, deleted.id);
          setDeleted(null);
          changed();
        }}
        onClose={() => setDeleted(null)}
      >
        The note by <bdi>{deleted?.createdBy.name}</bdi> is deleted permanently.
      </ConfirmModal>
    </div>
  );
}

function NoteText({ note, onEdit, onDelete }: { note: Note; onEdit: () => void; onDelete: () => void }) {
  const { text, createdBy, created, isEdited, mayEdit, mayDelete } = note;
  return (
    <>
      <p className="cell-note-text">
        <bdi>{text}</bdi>
      </p>
      <p className="cell-note-facts">
        <bdi>{createdBy.name}</bdi>, <Time value={created} />
        {isEdited && " (edited)"}
        {mayEdit && (
          <Button variant="link" size="sm" onClick={onEdit}>
            Edit
          </Button>
        )}
        {mayDelete && (
          <Button variant="link" size="sm" onClick={onDelete}>
            Delete...
          </Button>
        )}
      </p>
    </>
  );
}

type FormProps = {
  /** The key of the draft. */
  draft: string;
  before: string;
  send: (text: string, key: string) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
};

/** The form of a new or changed note. */
function NoteForm({ draft, before, send, onSaved, onClose }: FormProps) {
  const [text, setText] = useState(before);
  const [error, setError] = useState("");
  useDraft(
    draft,
    () => ({ text }),
    ({ text }) => setText(text),
  );
  const { save, busy, failure } = useSave({
    send,
    success: "Note saved.",
    onSaved: () => {
      onSaved();
      onClose();
    },
    offlineNote: "What you wrote is still here.",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) void save(text);
    else setError("Please enter a note.");
  };
  return (
    <form className="cell-note-form" onSubmit={submit} noValidate>
      <Field label="Note" hint="Only your organisation can read it." error={error}>
        <TextArea
          ref={focusOnMount}
          rows={3}
          maxLength={maxLength}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError("");
          }}
        />
      </Field>
      <FailureAlert error={failure} />
      <span className="cell-note-buttons">
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          Save note
        </Button>
        <Button size="sm" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
