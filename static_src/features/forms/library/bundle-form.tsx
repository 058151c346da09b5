import { useCallback, useState } from "react";
import { request } from "../../../api/client";
import { ApiError, isNotFound } from "../../../api/errors";
import type { FormBundle } from "../../../domain/forms/doc-forms";
import { useDraft } from "../../../lib/state/use-draft";
import { toasts } from "../../../lib/toasts";
import { Field, FieldGroup } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextArea, TextInput } from "../../../ui/inputs";
import { type Option, TypeAhead } from "../../../ui/type-ahead";
import { searchForms } from "../form-calls";
import { moved, RowButtons } from "../row-buttons";
import { useSending } from "../sending";
import { useReplacing } from "./replacing";
import "../forms.scss";

const mostForms = 20;
const deleted =
  "Someone else has deleted this bundle in the meantime, and nothing is saved. Save again to create it again.";

type Props = {
  bundle: FormBundle | null;
  onClose: () => void;
  /** Called if the bundle is saved here, or was deleted by another user. */
  onChanged: () => void;
};

/** A bundle's name, description and forms, in the order in which they are sent. */
export function BundleForm({ bundle, onClose, onChanged }: Props) {
  const [name, setName] = useState(bundle?.name ?? "");
  const [description, setDescription] = useState(bundle?.description ?? "");
  const [forms, setForms] = useState<readonly Option<number>[]>(
    () => bundle?.docForms.map((form) => ({ value: form.id, label: form.title })) ?? [],
  );
  const sending = useSending(["name", "description", "docFormIds"]);
  const { at } = sending;
  const replace = useReplacing(bundle);
  const [isDeleted, setDeleted] = useState(false);
  const [said, setSaid] = useState("");
  const draftState = useDraft(
    `bundle.${bundle?.id ?? "new"}`,
    () => ({ name, description, forms }),
    (entries) => {
      setName(entries.name);
      setDescription(entries.description);
      setForms(entries.forms);
    },
  );

  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      const options = await searchForms(text, signal);
      return options.filter(({ value }) => !forms.some((form) => form.value === value));
    },
    [forms],
  );
  const add = (form: Option<number> | null) => {
    if (!form || forms.some(({ value }) => value === form.value)) return;
    setForms([...forms, form]);
    setSaid(`${form.label} added.`);
  };
  const move = (form: Option<number>, from: number, by: -1 | 1) => {
    setForms(moved(forms, from, by));
    setSaid(`${form.label} is now ${from + by + 1} of ${forms.length}.`);
  };
  const notDeleted = (error: unknown) => {
    if (!isNotFound(error)) throw error;
    setDeleted(true);
    throw new ApiError(error.status, { message: deleted });
  };
  const save = () =>
    sending.send(name.trim() ? {} : { name: ["Give the bundle a name."] }, async () => {
      const body = { name: name.trim(), description, docFormIds: forms.map(({ value }) => value) };
      if (bundle && !isDeleted) {
        const path = { bundle_id: bundle.id };
        await replace((basedOn) =>
          request("PUT", "/api/docFormBundle/{bundle_id}", {
            path,
            body: { ...body, basedOn },
            toast: false,
          }),
        ).catch(notDeleted);
      } else await request("POST", "/api/docFormBundle", { body, toast: false });
      toasts.success(`Bundle '${name.trim()}' saved.`);
      onChanged();
    });

  return (
    <FormModal
      size="lg"
      title={bundle ? "Edit bundle" : "New bundle"}
      {...sending.said}
      draftState={draftState}
      submitLabel="Save bundle"
      busyText="Saving..."
      onSubmit={save}
      onClose={isDeleted ? onChanged : onClose}
    >
      <Field label="Name" required {...at("name")}>
        <TextInput
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Description" {...at("description")}>
        <TextArea
          grow
          value={description}
          maxLength={1000}
          onChange={(event) => setDescription(event.target.value.replace(/\s*\n\s*/g, " "))}
        />
      </Field>
      <FieldGroup label="Forms" hint="They are sent in this order." {...at("docFormIds")}>
        {forms.length > 0 && (
          <ol className="bundle-order">
            {forms.map((form, index) => (
              <li key={form.value}>
                <span className="bundle-order-title">{form.label}</span>
                <RowButtons
                  what={form.label}
                  index={index}
                  count={forms.length}
                  onMove={(by) => move(form, index, by)}
                  onRemove={() => {
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
            value={null}
            onChange={add}
            search={search}
            label="Add a form"
            placeholder="Add a form by its title"
          />
        )}
        <div className="visually-hidden" role="status">
          {said}
        </div>
      </FieldGroup>
    </FormModal>
  );
}
