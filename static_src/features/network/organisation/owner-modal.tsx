import { useState } from "react";
import { request } from "../../../api/client";
import { fieldErrors } from "../../../api/field-errors";
import { noPerson, type PersonChoice, PersonPicker } from "../../../domain/people/person-picker";
import { emit } from "../../../lib/events";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { FormModal } from "../../../ui/form-modal";
import type { Relationship } from "../types";

type Props = {
  relationship: Relationship;
  show: boolean;
  onClose: () => void;
  onSaved: (relationship: Relationship) => void;
};

/** Choose the colleague who is responsible for a supplier, or no one. */
export function OwnerModal({ relationship, show, onClose, onSaved }: Props) {
  const { owner } = relationship;
  const [chosen, setChosen] = useState<PersonChoice>(
    owner ? { userId: owner.id, name: owner.name, email: "" } : noPerson,
  );
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const draftState = useDraft(`owner.${relationship.id}`, () => chosen, setChosen, { here: show });
  const { save, busy, failure } = useSave({
    send: () =>
      request("PUT", "/api/relationship/{relationship_id}/owner", {
        path: { relationship_id: relationship.id },
        body: { userId: chosen.userId },
      }),
    success: "Owner changed.",
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
      title="Change owner"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => save()}
      submitLabel="Save"
      busyText="Saving..."
      canSubmit={chosen.userId !== (owner?.id ?? null)}
    >
      <PersonPicker
        label="Owner"
        value={chosen}
        onChange={setChosen}
        hasGuests={false}
        isRequired={false}
        hint="The colleague who looks after this supplier. Leave it empty for no one."
        errors={errors}
      />
    </FormModal>
  );
}
