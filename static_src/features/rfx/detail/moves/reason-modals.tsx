import { type ReactNode, useState } from "react";
import { fieldErrors } from "../../../../api/field-errors";
import { useDraft } from "../../../../lib/state/use-draft";
import { useSave } from "../../../../lib/state/use-save";
import { Field } from "../../../../ui/field";
import { FormModal } from "../../../../ui/form-modal";
import { TextArea } from "../../../../ui/inputs";
import type { RfxState } from "../../types";
import type { OpenRfx } from "../open-rfx";
import { declineRfx, withdrawRfx } from "./move-calls";

type Props = { open: OpenRfx; show: boolean; onClose: () => void };

const longestReason = 2000;

/** Dialog that declines an RFx; the requester sees the reason. */
export function DeclineModal(props: Props) {
  const { rfx } = props.open;
  return (
    <ReasonModal
      {...props}
      name="decline"
      title={`Decline #${rfx.ref} - ${rfx.title}`}
      send={(reason) => declineRfx(rfx.id, reason)}
      success="RFx declined"
      submitLabel="Decline this RFI"
      busyText="Declining..."
    >
      {rfx.relationship.organisation.safeName} gets a message with your reason. Your answers so far are kept.
    </ReasonModal>
  );
}

/** Dialog that withdraws an RFx permanently; the respondent gets the reason by e-mail. */
export function WithdrawModal(props: Props) {
  const { rfx } = props.open;
  return (
    <ReasonModal
      {...props}
      name="withdraw"
      title={`Withdraw #${rfx.ref} - ${rfx.title}`}
      send={(reason) => withdrawRfx(rfx.id, reason)}
      success="RFx withdrawn"
      submitLabel="Withdraw this RFx"
      busyText="Withdrawing..."
    >
      {rfx.relationship.withOrganisation.safeName} can no longer answer, and a new deadline won't change that.
      We'll e-mail them the reason. Answers given so far are kept.
    </ReasonModal>
  );
}

type ReasonProps = Props & {
  /** Part of the key of the draft. */
  name: string;
  title: string;
  send: (reason: string) => Promise<RfxState>;
  success: string;
  submitLabel: string;
  busyText: string;
  children: ReactNode;
};

/** Dialog that ends an RFx with a reason. */
function ReasonModal({
  open: { rfx, moved },
  show,
  onClose,
  name,
  title,
  send,
  success,
  submitLabel,
  busyText,
  children,
}: ReasonProps) {
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const draftState = useDraft(
    `${name}.${rfx.id}`,
    () => ({ reason }),
    (entries) => setReason(entries.reason),
    { here: show },
  );
  const { save, busy, failure } = useSave({
    send,
    success,
    onSaved: (state) => {
      moved(state);
      onClose();
    },
    onError: (error) => setErrors(fieldErrors(error).reason ?? []),
  });
  const submit = () => {
    if (reason.trim()) save(reason.trim());
    else setErrors(["Please enter a reason."]);
  };
  return (
    <FormModal
      show={show}
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      submitLabel={submitLabel}
      busyText={busyText}
      danger
      failure={failure}
      draftState={draftState}
    >
      <p>{children}</p>
      <Field label="Reason" required error={errors}>
        <TextArea
          grow
          rows={4}
          value={reason}
          maxLength={longestReason}
          onChange={(event) => {
            setReason(event.target.value);
            setErrors([]);
          }}
        />
      </Field>
    </FormModal>
  );
}
