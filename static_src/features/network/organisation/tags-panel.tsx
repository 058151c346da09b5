import { useCallback, useEffect, useRef, useState } from "react";
import { request } from "../../../api/client";
import { emit } from "../../../lib/events";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TagInput } from "../../../ui/tag-input";
import { suggestTags } from "../suggest-tags";
import type { Relationship } from "../types";
import "../network.scss";

type Props = { relationship: Relationship; onSaved: (relationship: Relationship) => void };

/** Tags of a relationship, saved on each change. Tags that colleagues add or remove meanwhile stay added or removed. */
export function TagsPanel({ relationship, onSaved }: Props) {
  const [names, setNames] = useState(() => relationship.tags.map(({ name }) => name));
  const [failed, setFailed] = useState(false);
  const relationshipTags = useRef(relationship.tags);
  // The server's tags that `names` is based on.
  const basedOn = useRef(names);
  const nextTags = useRef<string[] | null>(null);
  const saving = useRef(false);
  // Restore tags that were not saved because the sign-in expired, and mark them as not saved.
  useDraft(
    `tags.${relationship.id}`,
    () => ({ unsaved: saving.current || failed ? { names, basedOn: basedOn.current } : null }),
    ({ unsaved }) => {
      if (!unsaved) return;
      setNames(unsaved.names);
      basedOn.current = unsaved.basedOn;
      setFailed(true);
    },
    { beginning: { unsaved: null } },
  );
  useEffect(() => {
    relationshipTags.current = relationship.tags;
  }, [relationship.tags]);

  const { saveAsync: sendTags } = useSave({
    send: (change: { tags: string[]; basedOn: string[] }) =>
      request("PUT", "/api/relationship/{relationship_id}/tags", {
        path: { relationship_id: relationship.id },
        body: change,
      }),
  });
  const save = async (tags: string[]) => {
    setNames(tags);
    setFailed(false);
    nextTags.current = tags;
    if (saving.current) return;
    saving.current = true;
    try {
      while (nextTags.current) {
        const sent: string[] = nextTags.current;
        nextTags.current = null;
        const saved = await sendTags({ tags: sent, basedOn: basedOn.current });
        basedOn.current = sent;
        onSaved(saved);
        if (nextTags.current) continue;
        const stored = saved.tags.map(({ name }) => name);
        basedOn.current = stored;
        setNames(stored);
      }
      toasts.success("Tags updated ok");
      emit("EVENT_LOG_CHANGED", { relationshipId: relationship.id });
    } catch {
      nextTags.current = null;
      setFailed(true);
    } finally {
      saving.current = false;
    }
  };

  const suggest = useCallback(
    (text: string, chosen: readonly string[], signal: AbortSignal) =>
      suggestTags(text, chosen, signal, relationshipTags.current),
    [],
  );
  return (
    <Card title="Tags" className="tags-card">
      <TagInput label="Tags" value={names} onChange={save} suggest={suggest} placeholder="+ Add tag" />
      <div role="alert">
        {failed && (
          <p className="field-error">
            Couldn't save tags.
            <Button variant="link" size="sm" onClick={() => save(names)}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}
