import type { Editor } from "@tiptap/react";
import { useState, useSyncExternalStore } from "react";
import { request } from "../../api/client";
import { type FieldAttrs, type FieldType, fieldFromAttrs } from "../../lib/form-document/types";
import { toasts } from "../../lib/toasts";
import { Button, IconButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { Checkbox, Select, TextArea, TextInput } from "../../ui/inputs";
import { ColumnsEditor } from "./editor-columns";
import { copyField, deleteField, moveBlock, setFieldAttrs, turnField } from "./editor-commands";
import { ConditionEditor } from "./editor-condition";
import type { Facts } from "./editor-facts";
import { takenNames } from "./editor-field-identity";
import { RuleFields } from "./editor-field-rules";
import { choiceTypes, fieldKind, fieldKinds, tallTypes } from "./editor-field-types";
import { act } from "./editor-inserts";
import { freeName, isGivenName, nameFault, nameFromWords } from "./editor-names";
import { OptionsEditor } from "./editor-options";
import { ScoringEditor } from "./editor-scoring";
import type { FormSession } from "./editor-session";

type Props = {
  session: FormSession;
  editor: Editor;
  attrs: FieldAttrs;
  inline: boolean;
  facts: Facts;
};

/** The properties of the selected field: its type and name, and all that the type lets it have. */
export function FieldPanel({ session, editor, attrs, inline, facts }: Props) {
  const field = fieldFromAttrs(attrs);
  const faults = facts.faults.get(field.fid) ?? {};
  const form = useSyncExternalStore(
    session.saving.subscribe,
    session.saving.snapshot,
    session.saving.snapshot,
  ).form;
  const frozen = form.frozenFids.includes(field.fid);
  const set = (change: FieldAttrs) => act(editor, setFieldAttrs(field.fid, change));
  const kind = fieldKind(field.type);

  const nameAfterLabel = () => {
    const wanted = nameFromWords(field.label);
    if (frozen || !wanted || !isGivenName(field.name, field.type)) return;
    set({ name: freeName(wanted, takenNames(editor.state.doc, field.fid)) });
  };

  return (
    <Card
      title={
        <>
          <Icon name={kind.icon} /> {kind.label}
        </>
      }
      actions={<FieldActions editor={editor} />}
      className="form-field-panel"
    >
      <Field label="Type">
        <Select
          value={field.type}
          disabled={frozen}
          options={fieldKinds
            .filter(({ type }) => !inline || !tallTypes.has(type))
            .map(({ type, label }) => ({ value: type, label }))}
          onChange={(event) => changeType(event.target.value as FieldType, field.type, set)}
        />
      </Field>
      <NameInput editor={editor} field={field} frozen={frozen} set={set} />
      <Field label="Label" error={faults.label} required>
        <TextArea
          data-first-property
          grow
          rows={2}
          maxLength={500}
          value={field.label}
          onChange={(event) => set({ label: event.target.value })}
          onBlur={nameAfterLabel}
        />
      </Field>
      <Field label="Hint">
        <TextArea
          grow
          rows={2}
          maxLength={1000}
          value={field.hint}
          onChange={(event) => set({ hint: event.target.value })}
        />
      </Field>
      <Checkbox
        label="An answer is required"
        checked={field.required}
        onChange={(event) => set({ required: event.target.checked })}
      />
      <RuleFields key={field.type} field={field} faults={faults} set={set} />
      {choiceTypes.has(field.type) && (
        <OptionsEditor
          options={field.options}
          faults={faults.options}
          onChange={(options) => set({ options })}
        />
      )}
      {field.type === "TABLE" && (
        <ColumnsEditor
          columns={field.columns}
          faults={faults.columns}
          onChange={(columns) => set({ columns })}
        />
      )}
      <ConditionEditor field={field} fields={facts.fields} faults={faults.visibleWhen} set={set} />
      <Field label="Who fills it in">
        <Select
          value={field.writableBy}
          options={[
            { value: "RESPONDENT", label: "The respondent" },
            { value: "REQUESTER", label: "The requester" },
            { value: "BOTH", label: "Both ends" },
          ]}
          onChange={(event) => set({ writableBy: event.target.value as "RESPONDENT" | "REQUESTER" | "BOTH" })}
        />
      </Field>
      <Field label="Topic" hint="Scores are summed up by topic.">
        <TextInput
          maxLength={200}
          value={field.topic}
          onChange={(event) => set({ topic: event.target.value })}
        />
      </Field>
      <ScoringEditor field={field} faults={faults.scoring} set={set} />
      <Checkbox
        label="Keep the answer as a custom field of the relationship"
        checked={field.isRelationshipField}
        onChange={(event) => set({ isRelationshipField: event.target.checked })}
      />
      <Checkbox
        label="Show the answer in summaries"
        checked={field.showInSummary}
        onChange={(event) => set({ showInSummary: event.target.checked })}
      />
      <FieldFooter editor={editor} attrs={attrs} inline={inline} />
    </Card>
  );
}

/** Options are kept among the choices; other types have none, and the bounds of one type mean nothing to another. */
function changeType(type: FieldType, before: FieldType, set: (change: FieldAttrs) => void): void {
  const keepsOptions = choiceTypes.has(type) && choiceTypes.has(before);
  set({
    type,
    min: null,
    max: null,
    maxRows: null,
    ...(keepsOptions ? {} : { options: [], columns: [], scoring: [], ...fieldKind(type).start }),
  } as FieldAttrs);
}

function FieldActions({ editor }: { editor: Editor }) {
  return (
    <span className="form-field-actions">
      <IconButton icon="up" size="sm" label="Move the field up" onClick={() => act(editor, moveBlock(-1))} />
      <IconButton
        icon="down"
        size="sm"
        label="Move the field down"
        onClick={() => act(editor, moveBlock(1))}
      />
      <IconButton icon="copy" size="sm" label="Copy this field" onClick={() => act(editor, copyField)} />
      <IconButton
        icon="delete"
        size="sm"
        label="Delete this field"
        onClick={() => {
          act(editor, deleteField);
          editor.view.focus();
        }}
      />
    </span>
  );
}

type NameProps = {
  editor: Editor;
  field: ReturnType<typeof fieldFromAttrs>;
  frozen: boolean;
  set: (change: FieldAttrs) => void;
};

/** The name is taken once it can name a field; until then it stays here, with what is wrong with it. */
function NameInput({ editor, field, frozen, set }: NameProps) {
  const [typed, setTyped] = useState(field.name);
  const [shownFor, setShownFor] = useState(field.name);
  if (shownFor !== field.name) {
    setShownFor(field.name);
    setTyped(field.name);
  }
  const fault = typed === field.name ? null : nameFault(typed, takenNames(editor.state.doc, field.fid));
  return (
    <Field
      label="Name"
      hint={
        frozen
          ? "Names and types stay as they were published."
          : "Names the answer in exports and conditions: letters, digits and underscores."
      }
      error={fault}
    >
      <TextInput
        value={typed}
        readOnly={frozen}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => {
          const name = event.target.value.trim();
          setTyped(name);
          if (nameFault(name, takenNames(editor.state.doc, field.fid)) !== null) return;
          setShownFor(name);
          set({ name });
        }}
      />
    </Field>
  );
}

function FieldFooter({ editor, attrs, inline }: { editor: Editor; attrs: FieldAttrs; inline: boolean }) {
  const [saving, setSaving] = useState(false);
  const saveToLibrary = async () => {
    setSaving(true);
    try {
      const { id } = await saveQuestion(attrs);
      act(editor, setFieldAttrs(attrs.fid ?? "", { questionId: id }));
      toasts.success("Saved to the question library");
    } catch {
      // The API client has said why.
    } finally {
      setSaving(false);
    }
  };
  const turns = inline || !tallTypes.has(attrs.type ?? "TEXT");
  return (
    <div className="button-row">
      {turns && (
        <Button size="sm" onClick={() => act(editor, turnField)}>
          {inline ? "Put on a line of its own" : "Put within a sentence"}
        </Button>
      )}
      {attrs.questionId ? (
        <span className="small-text text-secondary">From the question library</span>
      ) : (
        <Button size="sm" icon="questions" busy={saving} busyText="Saving..." onClick={saveToLibrary}>
          Save to the library
        </Button>
      )}
    </div>
  );
}

/** A field as a question of the library: what belongs to this form alone stays here. */
function saveQuestion(attrs: FieldAttrs): Promise<{ id: number }> {
  const { fid: _fid, visibleWhen: _when, questionId: _id, label = "", topic = "", ...rest } = attrs;
  const words = label.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return request("POST", "/api/question", { body: { ...rest, section: topic, html: `<p>${words}</p>` } });
}
