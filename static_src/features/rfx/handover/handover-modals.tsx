import { useState } from "react";
import { newIdempotencyKey } from "../../../api/client";
import { fieldErrors } from "../../../api/field-errors";
import {
  noPerson,
  type PersonChoice,
  PersonPicker,
  personBody,
  personErrors,
} from "../../../domain/people/person-picker";
import { usePageContext } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextArea } from "../../../ui/inputs";
import type { OpenRfx } from "../detail/open-rfx";
import { decideHandover, handOver } from "./handover-calls";
import type { HandoverDialog, HandoverState } from "./types";

const longestNote = 500;
const longestReason = 1_000;

type Props = {
  open: OpenRfx;
  state: HandoverState;
  dialog: HandoverDialog;
  onChanged: (state: HandoverState) => void;
  onClose: () => void;
};

/** The dialog of a hand-over: hand over, confirm or decline. */
export function HandoverModal(props: Props) {
  if (props.dialog === "handOver") return <HandOverModal {...props} />;
  return props.dialog === "confirm" ? <ConfirmContact {...props} /> : <DeclineContact {...props} />;
}

function HandOverModal({ open, state, onChanged, onClose }: Props) {
  const { rfx, answering } = open;
  const { user } = usePageContext();
  const isGuest = rfx.viewerRole === "GUEST";
  const [person, setPerson] = useState<PersonChoice>(noPerson);
  const [note, setNote] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({});
  const draftState = useDraft(
    `handover.${rfx.id}`,
    () => ({ person, note }),
    (entries) => {
      setPerson(entries.person);
      setNote(entries.note);
    },
  );
  const { save, busy, failure, setFailure } = useSave({
    send: async (body: Parameters<typeof handOver>[1], key) => {
      // The access of a guest can end with the hand-over, so no answer may wait.
      if (!(await answering.saving.flush())) throw new UnsavedError();
      return handOver(rfx.id, body, key);
    },
    onSaved: (next) => {
      if (next.latest?.state === "DONE") toasts.success(`Handed over to ${next.latest.name}.`);
      emit("RFX_CHANGED", {});
      onChanged(next);
    },
    onError: (error) => {
      if (error instanceof UnsavedError)
        setFailure("Some answers could not be saved yet. Try again in a moment.");
      else setErrors(fieldErrors(error));
    },
  });
  const submit = () => {
    const problems = personErrors(person, isGuest);
    setErrors(problems);
    if (Object.keys(problems).length === 0) void save({ ...personBody(person), note });
  };
  return (
    <FormModal
      title="Hand over"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Hand over"
      submitIcon="send"
      busyText="Handing over..."
    >
      <p>
        {isGuest
          ? `The new contact gets a link to this request, and your link ends. All answers stay. If the address has another domain than yours, ${state.requesterName} confirms it first.`
          : "Your colleague gets the task and the conversation. All answers stay."}
      </p>
      <PersonPicker
        value={person}
        onChange={setPerson}
        hasColleagues={!isGuest}
        errors={errors}
        isNameRequired={isGuest}
        except={user ? [user.id] : []}
      />
      <Field label="Note" hint="Optional. For the new contact." error={errors.note}>
        <TextArea
          grow
          rows={2}
          maxLength={longestNote}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </FormModal>
  );
}

class UnsavedError extends Error {}

function ConfirmContact({ open, state, onChanged, onClose }: Props) {
  const { latest } = state;
  if (!latest) return null;
  return (
    <ConfirmModal
      show
      title={`Confirm ${latest.name} as the new contact?`}
      confirmLabel="Confirm contact"
      busyLabel="Confirming..."
      onConfirm={async () => {
        onChanged(
          await decideHandover(
            open.rfx.id,
            latest.id,
            { isConfirmed: true, reason: "" },
            newIdempotencyKey(),
          ),
        );
        toasts.success(`${latest.name} gets the request.`);
        emit("RFX_CHANGED", {});
      }}
      onClose={onClose}
    >
      {latest.email} gets a link to this request with all answers. The link of the former contact ends.
    </ConfirmModal>
  );
}

function DeclineContact({ open, state, onChanged, onClose }: Props) {
  const { latest } = state;
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string[]>();
  const { save, busy, failure } = useSave({
    send: (text: string, key) =>
      decideHandover(open.rfx.id, latest?.id ?? 0, { isConfirmed: false, reason: text }, key),
    success: "Declined. The former contact gets your reason.",
    onSaved: onChanged,
    onError: (problem) => setError(fieldErrors(problem).reason),
  });
  return (
    <FormModal
      title="Decline the new contact"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={null}
      onSubmit={() => void save(reason)}
      submitLabel="Decline"
      busyText="Declining..."
    >
      <Field label="Reason" required hint="The former contact reads it and keeps the request." error={error}>
        <TextArea
          grow
          rows={2}
          maxLength={longestReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormModal>
  );
}
