import { useEffect, useState } from "react";
import { request } from "../../../api/client";
import { errorText, isOffline } from "../../../api/errors";
import { usePageContext } from "../../../lib/browser/page-context";
import { useFocusBack } from "../../../lib/browser/use-focus-back";
import { emit } from "../../../lib/events";
import { takeDraft, useDraftSaving } from "../../../lib/state/drafts";
import { isStale, useBasis } from "../../../lib/state/use-basis";
import { useSave } from "../../../lib/state/use-save";
import { Button, IconButton } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { RichEditor } from "../../../ui/rich-editor";
import { RichText } from "../../../ui/rich-text";
import type { Relationship } from "../types";

type Props = { relationship: Relationship; onSaved: (relationship: Relationship) => void };

/** The notes on a relationship, with a pencil that opens an editor. */
export function NotesPanel({ relationship, onSaved }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const notes = relationship.notes ?? "";
  const basis = useBasis({ notes });
  const [draft, setDraft] = useState<string | null>(null);
  const [restored, setRestored] = useState(false);
  const editing = draft !== null;
  const pencil = useFocusBack(editing);

  const draftKey = `notes.${relationship.id}`;
  useEffect(() => {
    const savedDraft = takeDraft<string>(draftKey, userId);
    if (savedDraft === null) return;
    setDraft(savedDraft);
    setRestored(true);
  }, [draftKey, userId]);
  useDraftSaving(draftKey, userId, () => (draft === notes ? null : draft));

  const edit = () => {
    basis.begin({ notes });
    setDraft(notes);
  };
  const leave = () => {
    setDraft(null);
    setRestored(false);
    setFailure("");
  };
  const {
    save,
    busy: saving,
    failure,
    setFailure,
  } = useSave({
    send: (text: string) =>
      request("PUT", "/api/relationship/{relationship_id}/notes", {
        path: { relationship_id: relationship.id },
        body: { notes: text, basedOn: basis.basedOn },
        toast: (error) => !isStale(error),
      }),
    success: "Relationship updated ok",
    onSaved: (saved) => {
      onSaved(saved);
      emit("EVENT_LOG_CHANGED", { relationshipId: relationship.id });
      leave();
    },
    failureOf: (error) => (isOffline(error) || isStale(error) ? errorText(error) : ""),
    basis,
  });

  return (
    <Card
      title="Notes"
      actions={
        !editing && <IconButton icon="edit" size="sm" label="Edit notes" ref={pencil} onClick={edit} />
      }
    >
      {editing ? (
        <>
          {restored && (
            <DraftRestoredAlert
              onStartOver={() => {
                setDraft(notes);
                setRestored(false);
              }}
            />
          )}
          <RichEditor
            value={draft}
            onChange={setDraft}
            label="Notes"
            autoFocus={!restored}
            disabled={saving}
          />
          <div role="alert">{failure && <p className="field-error">{failure}</p>}</div>
          <div className="button-row mt-3">
            <Button variant="primary" onClick={() => save(draft)} busy={saving} busyText="Saving...">
              Save changes
            </Button>
            <Button onClick={leave} disabled={saving}>
              Cancel
            </Button>
          </div>
        </>
      ) : notes ? (
        <RichText html={notes} />
      ) : (
        <p className="text-secondary">No notes yet. Only your organisation sees them.</p>
      )}
    </Card>
  );
}
