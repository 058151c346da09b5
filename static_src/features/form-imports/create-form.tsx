import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { type FormType, formTypeChoices } from "../../domain/forms/doc-forms";
import { useSave } from "../../lib/state/use-save";
import { formatCount } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { Select, TextInput } from "../../ui/inputs";
import type { FormImport } from "./types";
import "./form-imports.scss";

type Props = { read: FormImport; isChecking: boolean };

const choices = formTypeChoices.filter(({ value }) => value !== "CUSTOM_FIELDS");

/** Title and type of the new form, or the next draft of the compared one; then its editor opens. */
export function CreateForm({ read, isChecking }: Props) {
  const [title, setTitle] = useState(read.formTitle);
  const [type, setType] = useState<FormType>(read.formType ?? "RFI");
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const { save, busy, failure } = useSave({
    send: () =>
      request("POST", "/api/docFormImport/{doc_form_import_id}/create", {
        path: { doc_form_import_id: read.id },
        body: read.isUpdate ? { title: "", docFormId: read.docFormId } : { title: title.trim(), type },
        toast: false,
      }),
    onSaved: ({ docFormId }) => window.location.assign(`/forms/${docFormId}`),
    onError: (error) => setErrors(fieldErrors(error)),
    failureOf: (error) => {
      const { title: ofTitle, type: ofType, doc } = fieldErrors(error);
      return ofTitle || ofType ? "" : (doc?.join(" ") ?? errorText(error));
    },
    leaves: true,
  });
  const blocked = read.issues.find(({ weight }) => weight === "BLOCK");
  const toFix = read.issues.filter(({ weight }) => weight === "FIX").length;
  return (
    <Card className="form-import-card" title={read.isUpdate ? "Next draft" : "New form"}>
      <form
        className="form-import-create"
        onSubmit={(event) => {
          event.preventDefault();
          setErrors({});
          save();
        }}
      >
        {!read.isUpdate && (
          <>
            <Field label="Title" required error={errors.title}>
              <TextInput
                value={title}
                maxLength={200}
                autoComplete="off"
                onChange={({ target }) => setTitle(target.value)}
              />
            </Field>
            <Field label="Type" required error={errors.type}>
              <Select
                value={type}
                options={choices}
                onChange={({ target }) => setType(target.value as FormType)}
              />
            </Field>
          </>
        )}
        <FailureAlert error={failure} />
        <p className="text-secondary" role="status">
          {blocked
            ? blocked.sentence
            : `${formatCount(read.questions.length, "question")}${toFix ? `, ${toFix} to look at` : ""}. Nothing is published.`}
        </p>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyText="Creating..."
          disabled={!!blocked || isChecking}
        >
          {read.isUpdate ? "Save as the next draft" : "Create draft"}
        </Button>
      </form>
    </Card>
  );
}
