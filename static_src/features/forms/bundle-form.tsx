import { useId, useState } from "react";
import { request } from "../../api/client";
import { fieldErrors, isLost } from "../../api/errors";
import type { FormBundle } from "../../lib/doc-forms";
import { toasts } from "../../lib/toasts";
import { Button, IconButton } from "../../ui/button";
import { ErrorSummary, Field, FieldGroup } from "../../ui/field";
import { TextArea, TextInput } from "../../ui/inputs";
import { Modal } from "../../ui/modal";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { searchForms } from "./form-calls";

const mostForms = 20;

type Props = { bundle: FormBundle | null; onClose: () => void; onSaved: () => void };
type Errors = Partial<Record<"name" | "description" | "docFormIds", string[]>>;

/** A bundle's name, description and forms, in the order in which they are sent. */
export function BundleForm({ bundle, onClose, onSaved }: Props) {
  const id = useId();
  const [name, setName] = useState(bundle?.name ?? "");
  const [description, setDescription] = useState(bundle?.description ?? "");
  const [forms, setForms] = useState<readonly Option<number>[]>(
    () => bundle?.docForms.map((form) => ({ value: form.id, label: form.title })) ?? [],
  );
  const [errors, setErrors] = useState<Errors>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState("");
  const [saving, setSaving] = useState(false);
  const [said, setSaid] = useState("");

  const add = (form: Option<number> | null) => {
    if (!form || forms.some(({ value }) => value === form.value)) return;
    setForms([...forms, form]);
    setSaid(`${form.label} added.`);
  };
  const move = (from: number, by: number) => {
    const next = [...forms];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(from + by, 0, moved);
    setForms(next);
    setSaid(`${moved.label} is now ${from + by + 1} of ${next.length}.`);
  };
  const save = async () => {
    setErrors(name.trim() ? {} : { name: ["Give the bundle a name."] });
    setAttempts(attempts + 1);
    setFailure("");
    if (!name.trim()) return;
    setSaving(true);
    try {
      const body = { name: name.trim(), description, docFormIds: forms.map(({ value }) => value) };
      const toast = (error: { hasFields: boolean }) => !error.hasFields;
      if (bundle) await request("PUT", `/api/docFormBundle/${bundle.id}`, { body, toast });
      else await request("POST", "/api/docFormBundle", { body, toast });
    } catch (error) {
      setErrors(fieldErrors(error));
      setAttempts(attempts + 2);
      if (isLost(error)) setFailure(`${error.message} Please try again.`);
      return;
    } finally {
      setSaving(false);
    }
    toasts.success(`Bundle '${name.trim()}' saved.`);
    onSaved();
  };

  const summary = (["name", "description", "docFormIds"] as const).flatMap((field) =>
    (errors[field] ?? []).map((message) => ({ fieldId: `${id}-${field}`, message })),
  );
  return (
    <Modal
      show
      size="lg"
      title={bundle ? "Edit bundle" : "New bundle"}
      onClose={onClose}
      busy={saving}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={saving} busyText="Saving...">
            Save bundle
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
      <Field label="Name" required id={`${id}-name`} error={errors.name}>
        <TextInput
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Description" id={`${id}-description`} error={errors.description}>
        <TextArea
          grow
          value={description}
          maxLength={1000}
          onChange={(event) => setDescription(event.target.value.replace(/\s*\n\s*/g, " "))}
        />
      </Field>
      <FieldGroup
        label="Forms"
        hint="They are sent in this order."
        id={`${id}-docFormIds`}
        error={errors.docFormIds}
      >
        {forms.length > 0 && (
          <ol className="bundle-order">
            {forms.map((form, index) => (
              <li key={form.value}>
                <span className="bundle-order-title">{form.label}</span>
                <IconButton
                  icon="up"
                  size="sm"
                  label={`Move ${form.label} up`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon="down"
                  size="sm"
                  label={`Move ${form.label} down`}
                  disabled={index === forms.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  icon="remove"
                  size="sm"
                  label={`Remove ${form.label}`}
                  onClick={() => {
                    setForms(forms.filter((other) => other !== form));
                    setSaid(`${form.label} removed.`);
                  }}
                />
              </li>
            ))}
          </ol>
        )}
        {forms.length < mostForms && (
          <TypeAhead
            key={forms.length}
            value={null}
            onChange={add}
            search={searchForms}
            label="Add a form"
            placeholder="Add a form by its title"
          />
        )}
        <div className="visually-hidden" role="status">
          {said}
        </div>
      </FieldGroup>
    </Modal>
  );
}
