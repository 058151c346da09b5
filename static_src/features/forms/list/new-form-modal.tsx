import { useState } from "react";
import { type FormRow, type FormType, formTypeChoices, formTypeLabel } from "../../../domain/forms/doc-forms";
import { useQuery } from "../../../lib/state/queries";
import { useDraft } from "../../../lib/state/use-draft";
import { Field, FieldGroup } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Select, TextInput } from "../../../ui/inputs";
import { RadioCards } from "../../../ui/radio-cards";
import { type Option, TypeAhead } from "../../../ui/type-ahead";
import { addForm, hasCustomFields, type NewForm, searchForms } from "../form-calls";
import { type Errors, useSending } from "../sending";
import type { Starter } from "../types";

type Source = "blank" | "starter" | "copy" | "spreadsheet";

const sources = [
  { value: "blank", label: "Blank form", text: "Start from scratch." },
  {
    value: "starter",
    label: "Starter",
    text: "Start from a ready-made questionnaire or agreement.",
  },
  { value: "copy", label: "Copy of a form", text: "Start from one of your forms." },
  {
    value: "spreadsheet",
    label: "From a spreadsheet...",
    text: "Read the questions of an Excel file or of a standard.",
  },
] as const;

type Props = { starters: readonly Starter[]; copyOf: FormRow | null; onClose: () => void };

/** Dialog that creates a form, blank, from a starter or as a copy, and opens its editor. */
export function NewFormModal({ starters, copyOf, onClose }: Props) {
  const isOffered = useOffered();
  const [source, setSource] = useState<Source>(copyOf ? "copy" : "blank");
  const [title, setTitle] = useState(copyOf ? `Copy of ${copyOf.title}`.slice(0, 200) : "");
  const [wantedType, setType] = useState<FormType | "">("");
  const type: FormType | "" = wantedType && isOffered(wantedType) ? wantedType : "";
  const offered = starters.filter((each) => isOffered(each.type));
  const [wanted, setStarter] = useState("");
  const starter = (offered.find(({ key }) => key === wanted) ?? offered[0])?.key ?? "";
  const [original, setOriginal] = useState<Option<number> | null>(
    copyOf && { value: copyOf.id, label: copyOf.title },
  );
  const sending = useSending(["title", "type", "starter", "copyOf"]);
  const { at } = sending;
  const draftState = useDraft(
    `form.${copyOf?.id ?? "new"}`,
    () => ({ source, title, type, starter, original }),
    (entries) => {
      setSource(entries.source);
      setTitle(entries.title);
      setType(entries.type);
      setStarter(entries.starter);
      setOriginal(entries.original);
    },
  );

  const add = () => {
    if (source === "spreadsheet") {
      window.location.assign("/forms/import");
      return;
    }
    sending.send(faultsOf(source, title, type, original), async () => {
      const id = await addForm(bodyOf(source, title.trim(), type, starter, original));
      window.location.assign(`/forms/${id}`);
    });
  };

  return (
    <FormModal
      title={copyOf ? "Copy form" : "New form"}
      {...sending.said}
      draftState={draftState}
      submitLabel={source === "spreadsheet" ? "Choose the file" : "Create form"}
      busyText="Creating..."
      onSubmit={add}
      onClose={onClose}
    >
      {!copyOf && (
        <FieldGroup label="Start with">
          <RadioCards value={source} options={sources} onChange={setSource} />
        </FieldGroup>
      )}
      {source === "starter" && (
        <Field label="Starter" required {...at("starter")}>
          <Select
            value={starter}
            options={offered.map(({ key, title: name, type: kind }) => ({
              value: key,
              label: `${name} (${formTypeLabel(kind)})`,
            }))}
            onChange={(event) => setStarter(event.target.value)}
          />
        </Field>
      )}
      {source === "copy" && !copyOf && (
        <Field label="Form" required {...at("copyOf")}>
          <TypeAhead value={original} onChange={setOriginal} search={searchForms} />
        </Field>
      )}
      {source !== "spreadsheet" && (
        <Field
          label="Title"
          required={source === "blank"}
          hint={source === "blank" ? undefined : "Leave it empty for the title of the original."}
          {...at("title")}
        >
          <TextInput
            value={title}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
      )}
      {source === "blank" && (
        <Field label="Type" required {...at("type")}>
          <Select
            value={type}
            placeholder="Choose a type"
            options={formTypeChoices.filter(({ value }) => isOffered(value))}
            onChange={(event) => setType(event.target.value as FormType | "")}
          />
        </Field>
      )}
    </FormModal>
  );
}

/** Return a function that says if a form of this type can be created: there can be only one for custom fields. */
function useOffered(): (type: FormType) => boolean {
  const { data: isTaken } = useQuery({
    queryKey: ["forms", "hasCustomFields"],
    queryFn: ({ signal }) => hasCustomFields(signal),
    gcTime: 0,
  });
  return (type) => type !== "CUSTOM_FIELDS" || isTaken === false;
}

function faultsOf(source: Source, title: string, type: string, original: Option<number> | null) {
  const errors: Errors<"title" | "type" | "starter" | "copyOf"> = {};
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
