import { useEffect, useState } from "react";
import { request } from "../../../api/client";
import { errorText, isOffline } from "../../../api/errors";
import { usePageContext } from "../../../lib/browser/page-context";
import { useFocusBack } from "../../../lib/browser/use-focus-back";
import { emit } from "../../../lib/events";
import { takeDraft, useDraftSaving } from "../../../lib/state/drafts";
import { isStale, useBasis } from "../../../lib/state/use-basis";
import { toasts } from "../../../lib/toasts";
import { Button, IconButton } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { RichEditor } from "../../../ui/rich-editor";
import { RichText } from "../../../ui/rich-text";
import type { Relationship } from "../types";

type Props = { relationship: Relationship; onSaved: (relationship: Relationship) => void };

/** The notes on a relationship, to read and, by the pencil, to write. */
export function NotesPanel({ relationship, onSaved }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const notes = relationship.notes ?? "";
  const basis = useBasis({ notes });
  const [draft, setDraft] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState("");
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
  const save = async () => {
    if (draft === null) return;
    setSaving(true);
    setFailure("");
    try {
      const saved = await request("PUT", "/api/relationship/{relationship_id}/notes", {
        path: { relationship_id: relationship.id },
        body: { notes: draft, basedOn: basis.basedOn },
        toast: (error) => !isStale(error),
      });
      onSaved(saved);
      toasts.success("Relationship updated ok");
      emit("EVENT_LOG_CHANGED", { relationshipId: relationship.id });
      leave();
    } catch (error) {
      basis.takeOver(error);
      if (isOffline(error) || isStale(error)) setFailure(errorText(error));
    } finally {
      setSaving(false);
    }
  };

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
            <Button variant="primary" onClick={save} busy={saving} busyText="Saving...">
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
