import type { Editor } from "@tiptap/react";
import { useState, useSyncExternalStore } from "react";
import {
  type FieldAttrs,
  type FieldType,
  fieldFromAttrs,
  tallTypes,
} from "../../../../domain/questionnaire/rules/types";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import { Button, IconButton } from "../../../../ui/button";
import { Card } from "../../../../ui/card";
import { Field } from "../../../../ui/field";
import { Icon } from "../../../../ui/icon";
import { Select, TextArea, TextInput } from "../../../../ui/inputs";
import type { Facts } from "../outline/facts";
import type { FormSession } from "../session";
import {
  type Command,
  copyField,
  deleteField,
  moveBlock,
  setFieldAttrs,
  toggleInline,
} from "../surface/commands";
import { nameAfterLabel } from "../surface/field-labels";
import { act } from "../surface/inserts";
import type { FaultPlace } from "./field-faults";
import { fieldsIn, takenNames } from "./field-identity";
import { nameFault } from "./field-names";
import { AnswerSettings, HintInput, typeChange } from "./field-settings";
import { fieldKind, fieldKinds } from "./field-types";
import { type GroupChoices, PanelGroup } from "./panel-group";
import { ConditionGroup, ScoringGroup } from "./rule-groups";
import "../side.scss";

const loadQuestionForm = () => import("../../library/question-form");

type Props = {
  session: FormSession;
  editor: Editor;
  attrs: FieldAttrs;
  inline: boolean;
  facts: Facts;
  groups: GroupChoices;
};

const answerPlaces: readonly FaultPlace[] = ["min", "max", "maxLength", "pattern", "options", "columns"];

/** Properties of the selected field in four groups: question, answer, condition and scoring. */
export function FieldPanel({ session, editor, attrs, inline, facts, groups }: Props) {
  const field = fieldFromAttrs(attrs);
  const faults = facts.faults.get(field.fid) ?? {};
  const form = useSyncExternalStore(
    session.saving.subscribe,
    session.saving.snapshot,
    session.saving.snapshot,
  ).form;
  const published = form.frozenFields.find(({ fid }) => fid === field.fid);
  const isPublished = published !== undefined;
  const set = (change: FieldAttrs) => act(editor, setFieldAttrs(field.fid, change));
  const kind = fieldKind(field.type);

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
      <PanelGroup title="Question" groups={groups} hasFault={faults.label !== undefined}>
        <Field label="Type">
          <Select
            value={field.type}
            disabled={isPublished}
            options={fieldKinds
              .filter(({ type }) => !inline || !tallTypes.has(type))
              .map(({ type, label }) => ({ value: type, label }))}
            onChange={(event) => set(typeChange(event.target.value as FieldType, field.type))}
          />
        </Field>
        <Field label="Label" error={faults.label} required>
          <TextArea
            data-first-property
            grow
            rows={2}
            maxLength={2_000}
            value={field.label}
            onChange={(event) => set({ label: event.target.value })}
            onBlur={() => !isPublished && act(editor, nameAfterLabel(field.fid))}
          />
        </Field>
        <HintInput field={field} set={set} />
        <NameInput editor={editor} field={field} isPublished={isPublished} set={set} />
      </PanelGroup>
      <PanelGroup
        title="Answer"
        groups={groups}
        summary={field.required ? "Required" : "Optional"}
        hasFault={answerPlaces.some((place) => faults[place] !== undefined)}
      >
        <AnswerSettings field={field} faults={faults} published={published} set={set} />
      </PanelGroup>
      <ConditionGroup field={field} fields={facts.fields} faults={faults} groups={groups} set={set} />
      <ScoringGroup field={field} faults={faults} groups={groups} set={set} />
      <FieldFooter editor={editor} attrs={attrs} inline={inline} />
    </Card>
  );
}

function FieldActions({ editor }: { editor: Editor }) {
  // The command selects another field and its panel replaces this one, so move the focus to the text.
  const run = (command: Command) => {
    act(editor, command);
    editor.view.focus();
  };
  return (
    <span className="form-field-actions">
      <IconButton icon="up" size="sm" label="Move the field up" onClick={() => act(editor, moveBlock(-1))} />
      <IconButton
        icon="down"
        size="sm"
        label="Move the field down"
        onClick={() => act(editor, moveBlock(1))}
      />
      <IconButton icon="copy" size="sm" label="Copy this field" onClick={() => run(copyField)} />
      <IconButton icon="delete" size="sm" label="Delete this field" onClick={() => run(deleteField)} />
    </span>
  );
}

type NameProps = {
  editor: Editor;
  field: ReturnType<typeof fieldFromAttrs>;
  isPublished: boolean;
  set: (change: FieldAttrs) => void;
};

/** Input for the name. An invalid name stays in the input with its error and is not applied. */
function NameInput({ editor, field, isPublished, set }: NameProps) {
  const [text, setText] = useState(field.name);
  const [lastName, setLastName] = useState(field.name);
  if (lastName !== field.name) {
    setLastName(field.name);
    setText(field.name);
  }
  const fault = text === field.name ? null : nameFault(text, takenNames(editor.state.doc, field.fid));
  return (
    <Field
      label="Name"
      hint={
        isPublished
          ? "Names and types can't change after publishing."
          : "Used in exports and conditions. Letters, digits and underscores only."
      }
      error={fault}
    >
      <TextInput
        value={text}
        readOnly={isPublished}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => {
          const name = event.target.value.trim();
          setText(name);
          if (nameFault(name, takenNames(editor.state.doc, field.fid)) !== null) return;
          setLastName(name);
          set({ name });
        }}
      />
    </Field>
  );
}

function FieldFooter({ editor, attrs, inline }: { editor: Editor; attrs: FieldAttrs; inline: boolean }) {
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const library = useLoaded(loadQuestionForm, isLibraryOpen);
  const canToggle = inline || !tallTypes.has(attrs.type ?? "TEXT");
  return (
    <div className="button-row">
      {canToggle && (
        <Button size="sm" onClick={() => act(editor, toggleInline)}>
          {inline ? "Show on its own line" : "Show inline"}
        </Button>
      )}
      {attrs.questionId ? (
        <span className="small-text text-secondary">From the question library</span>
      ) : (
        <Button size="sm" icon="questions" onClick={() => setLibraryOpen(true)}>
          Save to the library...
        </Button>
      )}
      {isLibraryOpen && library && (
        <library.QuestionForm
          question={null}
          start={attrs}
          topics={topicsIn(editor)}
          onClose={() => setLibraryOpen(false)}
          onSaved={({ id }) => {
            setLibraryOpen(false);
            act(editor, setFieldAttrs(attrs.fid ?? "", { questionId: id }));
            // The button that opened the dialog disappears, so move the focus to the text, where the field is selected.
            requestAnimationFrame(() => editor.view.focus());
          }}
        />
      )}
    </div>
  );
}

function topicsIn(editor: Editor): string[] {
  const topics = fieldsIn(editor.state.doc).map(({ node }) => String(node.attrs.topic ?? ""));
  return [...new Set(topics)].filter(Boolean).sort();
}
