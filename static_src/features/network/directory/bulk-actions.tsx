import { useCallback, useState } from "react";
import { StartAssessmentsDialog } from "../../../domain/assessments/start-many-dialog";
import { BulkBar } from "../../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../../domain/bulk/bulk-dialog";
import type { BulkActionsProps } from "../../../domain/bulk/list-selection";
import { type ActionDialog, useBulkAction } from "../../../domain/bulk/use-bulk-action";
import { AskDocumentsDialog } from "../../../domain/documents/ask-many-dialog";
import { type Level, LevelPicker } from "../../../domain/level";
import { noPerson, PersonPicker } from "../../../domain/people/person-picker";
import { type ExportedList, useExportActions } from "../../../domain/views/use-export-actions";
import { usePermission } from "../../../lib/browser/page-context";
import { Field } from "../../../ui/field";
import { Checkbox, TextArea } from "../../../ui/inputs";
import { TagInput } from "../../../ui/tag-input";
import { suggestTags } from "../suggest-tags";

type Action = "addTags" | "removeTags" | "level" | "owner" | "documents" | "assessments";

type Props = BulkActionsProps & {
  exported: ExportedList;
  /** Opens New Message for the selected suppliers; null if that is not possible. */
  onSend: (() => void) | null;
};

/** The bar of the selected suppliers. */
export function BulkActions({ exported, onSend, ...list }: Props) {
  const noun = ["supplier", "suppliers"] as const;
  const { action, show, dialog, rowsText } = useBulkAction<Action>({ ...list, noun });
  const mayAssess = usePermission("MANAGE_ASSESSMENTS");
  const exports = useExportActions(exported, list.selection);
  return (
    <>
      <BulkBar
        selection={list.selection}
        actions={[
          { label: "Add tags...", icon: "tag", onSelect: show("addTags") },
          { label: "Change level...", icon: "approved", onSelect: show("level") },
          { label: "Set owner...", icon: "user", onSelect: show("owner") },
          { label: "Ask for documents...", icon: "certificate", onSelect: show("documents") },
          onSend && { label: "Send RFx...", icon: "send", onSelect: onSend },
          mayAssess && {
            label: "Start assessments...",
            icon: "assessment",
            onSelect: show("assessments"),
            inMenu: true,
          },
          { label: "Remove tags...", icon: "tag", onSelect: show("removeTags"), inMenu: true },
          ...exports,
        ]}
      />
      {action === "addTags" && <TagsDialog isAdding dialog={dialog} rowsText={rowsText} />}
      {action === "removeTags" && <TagsDialog isAdding={false} dialog={dialog} rowsText={rowsText} />}
      {action === "level" && <LevelDialog dialog={dialog} rowsText={rowsText} />}
      {action === "owner" && <OwnerDialog dialog={dialog} rowsText={rowsText} />}
      {action === "assessments" && <StartAssessmentsDialog dialog={dialog} rowsText={rowsText} />}
      {action === "documents" && (
        <AskDocumentsDialog kind="documents.ask" dialog={dialog} rowsText={rowsText} />
      )}
    </>
  );
}

type DialogProps = { dialog: ActionDialog; rowsText: string };

const undoHint = "You can undo it for 24 hours.";

function TagsDialog({ dialog, rowsText, isAdding }: DialogProps & { isAdding: boolean }) {
  const [tags, setTags] = useState<readonly string[]>([]);
  const suggest = useCallback(
    (text: string, chosen: readonly string[], signal: AbortSignal) => suggestTags(text, chosen, signal),
    [],
  );
  return (
    <BulkDialog
      {...dialog}
      kind={isAdding ? "network.addTags" : "network.removeTags"}
      title={isAdding ? `Add tags to ${rowsText}` : `Remove tags from ${rowsText}`}
      confirmLabel={isAdding ? "Add tags" : "Remove tags"}
      unchangedText={isAdding ? "have them already" : "have none of them"}
      args={tags.length > 0 ? { tags } : null}
    >
      {(errors) => (
        <Field label="Tags" hint={undoHint} error={errors.tags ?? null} required>
          <TagInput value={[...tags]} onChange={setTags} suggest={suggest} allowNew={isAdding} />
        </Field>
      )}
    </BulkDialog>
  );
}

function LevelDialog({ dialog, rowsText }: DialogProps) {
  const [level, setLevel] = useState<Level | null>(null);
  const [message, setMessage] = useState("");
  return (
    <BulkDialog
      {...dialog}
      kind="network.changeLevel"
      title={`Change the level of ${rowsText}`}
      confirmLabel="Change level"
      unchangedText="have it already"
      args={level ? { level, message: message.trim() } : null}
    >
      {(errors) => (
        <>
          <LevelPicker value={level} onChange={setLevel} allowNone />
          <Field
            label="Message"
            hint={`Optional. It is part of the e-mail to each supplier. ${undoHint}`}
            error={errors.message ?? null}
          >
            <TextArea
              grow
              maxLength={2000}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
        </>
      )}
    </BulkDialog>
  );
}

function OwnerDialog({ dialog, rowsText }: DialogProps) {
  const [owner, setOwner] = useState(noPerson);
  const [hasNone, setHasNone] = useState(false);
  const isChosen = hasNone || owner.userId !== null;
  return (
    <BulkDialog
      {...dialog}
      kind="network.setOwner"
      title={`Set the owner of ${rowsText}`}
      confirmLabel="Set owner"
      unchangedText="have it already"
      args={isChosen ? { userId: hasNone ? null : owner.userId } : null}
    >
      {(errors) => (
        <>
          {!hasNone && (
            <PersonPicker
              label="Owner"
              value={owner}
              onChange={setOwner}
              hasGuests={false}
              hint={`The colleague who looks after these suppliers. ${undoHint}`}
              errors={errors}
            />
          )}
          <Checkbox
            label="No owner"
            checked={hasNone}
            onChange={({ target }) => setHasNone(target.checked)}
          />
        </>
      )}
    </BulkDialog>
  );
}
