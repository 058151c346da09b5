import { request } from "../../../api/client";
import type { ApiError } from "../../../api/errors";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Field, StillNeeded } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextInput } from "../../../ui/inputs";
import type { DefectCode } from "../types";

type Values = { code: string; name: string };

type Props = {
  /** The code to change; null for a new one. */
  code: DefectCode | null;
  show: boolean;
  onClose: () => void;
  onSaved: (code: DefectCode) => void;
};

/** Dialog that adds a defect code or renames one. */
export function CodeModal({ code, show, onClose, onSaved }: Props) {
  const form = useFormFields<Values>({ code: code?.code ?? "", name: code?.name ?? "" }, check);
  const { values } = form;
  const draftState = useDraft(`defectCode.${code?.id ?? "new"}`, () => values, form.reset, { here: show });
  const { save, busy, failure } = useSave({
    send: () => {
      const toast = (error: ApiError) => form.refuse(error);
      return code
        ? request("PUT", "/api/defectCode/{defect_code_id}", {
            path: { defect_code_id: code.id },
            body: values,
            toast,
          })
        : request("POST", "/api/defectCode", { body: values, toast });
    },
    success: ({ name }) => (code ? `${name} saved.` : `${name} added.`),
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    offlineNote: "Your entries are still here.",
  });
  const text = (name: keyof Values, maxLength: number) => (
    <TextInput maxLength={maxLength} autoComplete="off" disabled={busy} {...form.text(name)} />
  );
  return (
    <FormModal
      show={show}
      title={code ? `Edit ${code.name}` : "New defect code"}
      draftState={draftState}
      onClose={onClose}
      busy={busy}
      failure={failure}
      onSubmit={() => form.touchAll() && save()}
      submitLabel={code ? "Save changes" : "Add code"}
      busyText="Saving..."
      canSubmit={form.valid}
      note={<StillNeeded labels={form.missing({ code: "Code", name: "Name" })} />}
    >
      <Field label="Code" required error={form.shown("code")} hint="Short, such as BUR.">
        {text("code", 20)}
      </Field>
      <Field label="Name" required error={form.shown("name")}>
        {text("name", 80)}
      </Field>
      {code?.isUsed && (
        <p className="text-secondary mb-0">The non-conformances that have this code show the new name.</p>
      )}
    </FormModal>
  );
}

const check = ({ code, name }: Values) => ({
  code: code.trim() ? undefined : "This is required.",
  name: name.trim() ? undefined : "This is required.",
});
