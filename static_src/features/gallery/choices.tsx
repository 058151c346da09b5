import { useState } from "react";
import { toasts } from "../../lib/toasts";
import { AttachmentList } from "../../ui/attachment-list";
import { Dropzone } from "../../ui/dropzone";
import { Field, FieldGroup } from "../../ui/field";
import { Checkbox, Switch } from "../../ui/inputs";
import { MultiTypeAhead } from "../../ui/multi-type-ahead";
import { RadioCards } from "../../ui/radio-cards";
import { Segmented } from "../../ui/segmented";
import { TagInput } from "../../ui/tag-input";
import { TagList } from "../../ui/tag-list";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { Example } from "./example";

const suppliers: readonly Option<number>[] = [
  { value: 1, label: "Bergmann Präzision GmbH", note: "Germany" },
  { value: 2, label: "Kisumu Castings", note: "Kenya" },
  { value: 3, label: "Mori Seiki Tools", note: "Japan" },
];

const searchSuppliers = (text: string) =>
  suppliers.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

const suggestTags = async (text: string, selected: readonly string[]) =>
  ["castings", "critical", "sterile"].filter((tag) => tag.startsWith(text) && !selected.includes(tag));

const levels = [
  { value: "read", label: "Read", text: "Sees forms and answers." },
  { value: "write", label: "Write", text: "Changes forms and answers too." },
  { value: "admin", label: "Administer", text: "Not available in this role.", disabled: true },
];

export function ChoiceExamples() {
  const [level, setLevel] = useState("read");
  const [supplier, setSupplier] = useState<Option<number> | null>(suppliers[0] ?? null);
  const [recipients, setRecipients] = useState<readonly Option<number>[]>(suppliers.slice(0, 2));
  const [tags, setTags] = useState(["castings"]);
  const [view, setView] = useState<"all" | "submitted">("all");
  return (
    <>
      <Example name="FieldGroup, Checkbox, Switch" use="Several controls under one name; yes or no.">
        <FieldGroup label="Notifications" hint="Sent by mail." className="mb-0">
          <Checkbox label="New messages" defaultChecked />
          <Checkbox label="Deadlines" hint="One day before." />
          <Checkbox label="Disabled" disabled />
          <Switch label="Weekly report" defaultChecked />
        </FieldGroup>
        <FieldGroup label="Terms" error="Accept the terms." className="mb-0">
          <Checkbox label="I accept the terms" />
        </FieldGroup>
      </Example>
      <Example name="RadioCards" use="One choice of a few, all visible: as cards or as chips.">
        <FieldGroup label="Access" className="mb-0">
          <RadioCards value={level} onChange={setLevel} options={levels} />
        </FieldGroup>
        <FieldGroup label="Access as chips" className="mb-0">
          <RadioCards value={level} onChange={setLevel} options={levels} layout="chips" />
        </FieldGroup>
      </Example>
      <Example name="Segmented" use="One of two to four views." inline>
        <Segmented
          label="Suppliers"
          options={[
            { value: "all", label: "All" },
            { value: "submitted", label: "Submitted" },
          ]}
          value={view}
          onChange={setView}
        />
      </Example>
      <Example name="TypeAhead" use="One record, found by typing.">
        <Field label="Supplier">
          <TypeAhead value={supplier} onChange={setSupplier} search={searchSuppliers} />
        </Field>
        <Field label="Supplier with an error" error="Choose a supplier.">
          <TypeAhead value={null} onChange={() => {}} search={searchSuppliers} placeholder="Search" />
        </Field>
        <Field label="Disabled supplier">
          <TypeAhead value={suppliers[2] ?? null} onChange={() => {}} search={searchSuppliers} disabled />
        </Field>
      </Example>
      <Example name="MultiTypeAhead, TagInput, TagList" use="Several records; tags to edit; tags to read.">
        <Field label="Recipients">
          <MultiTypeAhead value={recipients} onChange={setRecipients} search={searchSuppliers} />
        </Field>
        <Field label="Tags">
          <TagInput value={tags} onChange={setTags} suggest={suggestTags} />
        </Field>
        <TagList
          tags={["castings", "critical", "sterile goods", "Nairobi"]}
          label="Tags of a supplier"
          most={3}
        />
      </Example>
      <Example name="Dropzone, AttachmentList" use="Files to pick, drop or paste; files to read." wide>
        <Field label="Attachments" isCustom>
          <Dropzone onFiles={(files) => toasts.info(`Files: ${files.length}.`)} />
        </Field>
        <Dropzone onFiles={() => {}} multiple={false} buttonLabel="Choose a logo" disabled>
          Not available.
        </Dropzone>
        <AttachmentList
          attachments={[
            { id: 1, filename: "drawing-c.pdf", size: 482_133 },
            { id: 2, filename: "measurements.xlsx", size: 18_204 },
          ]}
        />
      </Example>
    </>
  );
}
