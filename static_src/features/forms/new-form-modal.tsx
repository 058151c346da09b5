import { useId, useState } from "react";
import { fieldErrors, isLost } from "../../api/errors";
import { type FormRow, type FormType, formTypeChoices, formTypeLabel } from "../../lib/doc-forms";
import { Button } from "../../ui/button";
import { ErrorSummary, Field, FieldGroup } from "../../ui/field";
import { Select, TextInput } from "../../ui/inputs";
import { Modal } from "../../ui/modal";
import { RadioCards } from "../../ui/radio-cards";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { addForm, type NewForm, searchForms } from "./form-calls";
import type { Starter } from "./types";

type Source = "blank" | "starter" | "copy";
type Errors = Partial<Record<"title" | "type" | "starter" | "copyOf", string[]>>;

const sources = [
  { value: "blank", label: "Blank form", text: "Begin with an empty page." },
  {
    value: "starter",
    label: "Starter",
    text: "Begin with one of the questionnaires and agreements that come with the product.",
  },
  { value: "copy", label: "Copy of a form", text: "Begin with what one of your forms holds." },
] as const;

type Props = { starters: readonly Starter[]; copyOf: FormRow | null; onClose: () => void };

/** Begin a form: blank, from a starter, or as a copy; then go to its editor. */
export function NewFormModal({ starters, copyOf, onClose }: Props) {
  const id = useId();
  const [source, setSource] = useState<Source>(copyOf ? "copy" : "blank");
  const [title, setTitle] = useState(copyOf ? `Copy of ${copyOf.title}`.slice(0, 200) : "");
  const [type, setType] = useState<FormType | "">("");
  const [starter, setStarter] = useState(starters[0]?.key ?? "");
  const [original, setOriginal] = useState<Option<number> | null>(
    copyOf && { value: copyOf.id, label: copyOf.title },
  );
  const [errors, setErrors] = useState<Errors>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);

  const add = async () => {
    const found = faultsOf(source, title, type, original);
    setErrors(found);
    setFailure("");
    setAttempts(attempts + 1);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const made = await addForm(bodyOf(source, title.trim(), type, starter, original));
      window.location.assign(`/forms/${made}`);
    } catch (error) {
      setErrors(fieldErrors(error));
      setAttempts(attempts + 2);
      if (isLost(error)) setFailure(`${error.message} Please try again.`);
      setBusy(false);
    }
  };

  const summary = (["title", "type", "starter", "copyOf"] as const).flatMap((name) =>
    (errors[name] ?? []).map((message) => ({ fieldId: `${id}-${name}`, message })),
  );
  return (
    <Modal
      show
      title={copyOf ? "Copy form" : "New form"}
      onClose={onClose}
      busy={busy}
      onSubmit={add}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText="Creating...">
            Create form
          </Button>
        </>
      }
    >
      <ErrorSummary key={attempts} errors={summary} />
      {failure && (
        <div className="alert alert-danger" role="alert">
          {failure}
        </div>
      )}
      {!copyOf && (
        <FieldGroup label="Begin with">
          <RadioCards value={source} options={sources} onChange={setSource} />
        </FieldGroup>
      )}
      {source === "starter" && (
        <Field label="Starter" required id={`${id}-starter`} error={errors.starter}>
          <Select
            value={starter}
            options={starters.map(({ key, title: name, type: kind }) => ({
              value: key,
              label: `${name} (${formTypeLabel(kind)})`,
            }))}
            onChange={(event) => setStarter(event.target.value)}
          />
        </Field>
      )}
      {source === "copy" && !copyOf && (
        <Field label="Form" required id={`${id}-copyOf`} error={errors.copyOf}>
          <TypeAhead value={original} onChange={setOriginal} search={searchForms} />
        </Field>
      )}
      <Field
        label="Title"
        required={source === "blank"}
        hint={source === "blank" ? undefined : "Leave it empty for the title of the original."}
        id={`${id}-title`}
        error={errors.title}
      >
        <TextInput
          value={title}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      {source === "blank" && (
        <Field label="Type" required id={`${id}-type`} error={errors.type}>
          <Select
            value={type}
            placeholder="Choose a type"
            options={formTypeChoices}
            onChange={(event) => setType(event.target.value as FormType | "")}
          />
        </Field>
      )}
    </Modal>
  );
}

function faultsOf(source: Source, title: string, type: string, original: Option<number> | null): Errors {
  const errors: Errors = {};
  if (source === "blank" && !title.trim()) errors.title = ["Give the form a title."];
  if (source === "blank" && !type) errors.type = ["Choose a type."];
  if (source === "copy" && !original) errors.copyOf = ["Choose the form to copy."];
  return errors;
}

function bodyOf(
  source: Source,
  title: string,
  type: FormType | "",
  starter: string,
  original: Option<number> | null,
): NewForm {
  if (source === "starter") return { title, starter };
  if (source === "copy") return { title, ...(original ? { copyOf: original.value } : {}) };
  return { title, ...(type ? { type } : {}) };
}
