import { useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import { isStale } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { isBlankHtml, RichEditor } from "../../../ui/rich-editor";
import { saveWording } from "./award-calls";
import type { Award } from "./types";

type Props = { requestId: number; award: Award; onChanged: () => Promise<void>; onClose: () => void };

const hint =
  "{supplier} and {request} are replaced by names, {standstill} and {score} by a sentence, or by nothing.";

/** The dialog for the texts that all letters are written from. An empty text restores the standard one. */
export function WordingModal({ requestId, award, onChanged, onClose }: Props) {
  const { wording } = award;
  const [awarded, setAwarded] = useState(wording.awardedHtml);
  const [other, setOther] = useState(wording.otherHtml);
  const [basedOn, setBasedOn] = useState(award.updated);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const draftState = useDraft(
    `award.wording.${requestId}`,
    () => ({ awarded, other }),
    (entries) => {
      setAwarded(entries.awarded);
      setOther(entries.other);
    },
  );
  const { save, busy, failure, setFailure } = useSave({
    send: () =>
      saveWording(requestId, {
        awardedHtml: changedText(awarded, wording.awardedHtml, wording.isAwardedStandard),
        otherHtml: changedText(other, wording.otherHtml, wording.isOtherStandard),
        basedOn,
      }),
    success: "Letters saved.",
    onSaved: async () => {
      await onChanged();
      onClose();
    },
    onError: (error) => {
      setErrors(fieldErrors(error));
      if (!isStale(error)) return;
      setBasedOn((error.body.now as { updated: string }).updated);
      setFailure(error.message);
    },
  });
  return (
    <FormModal
      title="Standard letters"
      size="lg"
      submitLabel="Save letters"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => save()}
      onClose={onClose}
      note={<span className="text-secondary">Empty a text to restore the standard one.</span>}
    >
      <Field label="To awarded suppliers" hint={hint} error={errors.awardedHtml} isCustom>
        <RichEditor value={awarded} onChange={setAwarded} />
      </Field>
      <Field label="To the other suppliers" hint={hint} error={errors.otherHtml} isCustom>
        <RichEditor value={other} onChange={setOther} />
      </Field>
    </FormModal>
  );
}

/** Return null for the standard text. */
function changedText(html: string, before: string, isStandard: boolean): string | null {
  if (isBlankHtml(html)) return null;
  return isStandard && html === before ? null : html;
}
