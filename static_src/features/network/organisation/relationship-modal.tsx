import { useState } from "react";
import { request } from "../../../api/client";
import { errorText, isOffline } from "../../../api/errors";
import { type Level, LevelPicker } from "../../../domain/level";
import { emit } from "../../../lib/events";
import { isStale, useBasis } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextArea } from "../../../ui/inputs";
import type { Organisation, Relationship } from "../types";

type Props = {
  organisation: Organisation;
  show: boolean;
  /** The level that the opener has chosen for a new relationship. */
  beginAt?: Level | undefined;
  onClose: () => void;
  onSaved: (relationship: Relationship) => void;
  /** Called after an error response, because the page may be outdated. */
  onRefused: () => void;
};

/** Add a supplier to the network, or change the level (specification, section 2, Relationship modal). */
export function RelationshipModal({ organisation, show, beginAt, onClose, onSaved, onRefused }: Props) {
  const { relationship } = organisation;
  // The user's choice stays when a colleague changes the level meanwhile.
  const [chosen, setChosen] = useState<Level | null>(null);
  const level = chosen ?? relationship?.level ?? beginAt ?? "Evaluation";
  const basis = useBasis<{ level: Level | null }>({ level: null });
  const [message, setMessage] = useState("");
  const draftState = useDraft(
    `relationship.${organisation.id}`,
    () => ({ level: chosen, seen: basis.basedOn.level, message }),
    (entries) => {
      setChosen(entries.level);
      basis.begin({ level: entries.seen });
      setMessage(entries.message);
    },
    { here: show },
  );
  const changed = level !== relationship?.level;

  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      relationship
        ? request("PUT", "/api/relationship/{relationship_id}/level", {
            path: { relationship_id: relationship.id },
            body: { level, message, basedOn: { level: basis.basedOn.level ?? relationship.level } },
            toast: (error) => !isStale(error),
          })
        : request("POST", "/api/relationship", {
            body: { organisationId: organisation.id, level, message },
          }),
    success: relationship ? "Relationship updated ok" : "Relationship created ok",
    onSaved: (saved) => {
      onSaved(saved);
      emit("EVENT_LOG_CHANGED", { relationshipId: saved.id });
      setChosen(null);
      basis.begin({ level: null });
      setMessage("");
      onClose();
    },
    failureOf: (error) => (isOffline(error) || isStale(error) ? errorText(error) : ""),
    onError: (error) => {
      if (!isOffline(error)) onRefused();
    },
    basis,
  });

  return (
    <FormModal
      show={show}
      title={relationship ? "Change Supplier Relationship" : "Add Supplier To My Network"}
      onClose={onClose}
      busy={saving}
      failure={failure}
      draftState={draftState}
      onSubmit={() => changed && save()}
      submitLabel={relationship ? "Save Changes" : "Add Supplier"}
      busyText="Saving..."
      canSubmit={changed}
    >
      <LevelPicker
        value={level}
        onChange={(next) => {
          setChosen(next);
          if (basis.basedOn.level === null) basis.begin({ level: relationship?.level ?? null });
        }}
        allowNone={relationship !== null}
        disabled={saving}
      />
      <Field label="Message" hint="The message is included in the e-mail alert to the supplier.">
        <TextArea
          grow
          maxLength={2000}
          value={message}
          disabled={saving}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
    </FormModal>
  );
}
