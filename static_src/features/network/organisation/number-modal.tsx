import { useState } from "react";
import { request } from "../../../api/client";
import { fieldErrors } from "../../../api/field-errors";
import { emit } from "../../../lib/events";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextInput } from "../../../ui/inputs";
import type { Relationship } from "../types";

type Props = {
  relationship: Relationship;
  show: boolean;
  onClose: () => void;
  onSaved: (relationship: Relationship) => void;
};

const maxLength = 60;

/** Change the number of a supplier in the own systems, such as an ERP. */
export function NumberModal({ relationship, show, onClose, onSaved }: Props) {
  const before = relationship.externalRef ?? "";
  const [number, setNumber] = useState(before);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const draftState = useDraft(
    `externalRef.${relationship.id}`,
    () => ({ number }),
    (draft) => setNumber(draft.number),
    { here: show },
  );
  const { save, busy, failure } = useSave({
    send: () =>
      request("PUT", "/api/relationship/{relationship_id}/externalRef", {
        path: { relationship_id: relationship.id },
        body: { externalRef: number.trim() },
      }),
    success: "Own number changed.",
    onSaved: (saved) => {
      onSaved(saved);
      emit("EVENT_LOG_CHANGED", { relationshipId: saved.id });
      onClose();
    },
    onError: (error) => setErrors(fieldErrors(error)),
  });
  return (
    <FormModal
      show={show}
      title="Change own number"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => save()}
      submitLabel="Save"
      busyText="Saving..."
      canSubmit={number.trim() !== before}
    >
      <Field
        label="Own number"
        hint="The supplier's number in your ERP. An import finds the supplier by it."
        error={errors.externalRef ?? null}
      >
        <TextInput value={number} maxLength={maxLength} onChange={({ target }) => setNumber(target.value)} />
      </Field>
    </FormModal>
  );
}
