import { useState } from "react";
import { request } from "../../../api/client";
import { type FieldAttrs, type FieldType, fieldFromAttrs } from "../../../domain/questionnaire/rules/types";
import { usePageContext } from "../../../lib/browser/page-context";
import { useDraft } from "../../../lib/state/use-draft";
import { toasts } from "../../../lib/toasts";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Checkbox, Select, TextArea, TextInput } from "../../../ui/inputs";
import { findFaults } from "../editor/fields/field-faults";
import { nameFault, nameFromWords } from "../editor/fields/field-names";
import { withOwnRules } from "../editor/fields/field-option-values";
import { FieldSettings, typeChange } from "../editor/fields/field-settings";
import { fieldKinds } from "../editor/fields/field-types";
import { useSending } from "../sending";
import type { Question } from "../types";
import { bodyOf, startOf } from "./question-body";
import { useReplacing } from "./replacing";
import "../editor/fields/field-settings.scss";

type Props = {
  /** The question to change; null for a new one. */
  question: Question | null;
  /** The initial values of a new question: a field of a form. */
  start?: FieldAttrs;
  topics: readonly string[];
  onClose: () => void;
  onSaved: (question: Question) => void;
};

const order = [
  "html",
  "name",
  "section",
  "type",
  "min",
  "max",
  "maxLength",
  "pattern",
  "options",
  "columns",
  "scoring",
  "question",
] as const;
const none: ReadonlySet<string> = new Set();

/** Dialog for a question of the library: the definition of a field, which forms copy. */
export function QuestionForm({ question, start, topics, onClose, onSaved }: Props) {
  const isAdmin = usePageContext().user?.isAdmin ?? false;
  const [attrs, setAttrs] = useState(() => startOf(question, start));
  const [isGlobal, setIsGlobal] = useState(question?.isGlobal ?? false);
  const sending = useSending(order, "question");
  const { id, at } = sending;
  const replace = useReplacing(question);
  const draftState = useDraft(
    `question.${question?.id ?? "new"}`,
    () => ({ attrs, isGlobal }),
    (entries) => {
      setAttrs(entries.attrs);
      setIsGlobal(entries.isGlobal);
    },
  );
  const field = fieldFromAttrs(attrs);
  const set = (change: FieldAttrs) => setAttrs((now) => ({ ...now, ...withOwnRules(now, change) }));

  const faults = findFaults([field]).get(field.fid) ?? {};
  const save = () => {
    const { label, ...others } = faults;
    const wrongName = nameFault(field.name.trim(), none);
    const problems = {
      ...(label ? { html: ["Write the question."] } : {}),
      ...(wrongName ? { name: [wrongName] } : {}),
      ...others,
    };
    return sending.send(problems, async () => {
      const body = bodyOf(attrs, question);
      const saved = question
        ? await replace((basedOn) =>
            request("PUT", "/api/question/{question_id}", {
              path: { question_id: question.id },
              body: { ...body, basedOn },
              toast: false,
            }),
          )
        : await request("POST", "/api/question", { body: { ...body, isGlobal }, toast: false });
      toasts.success(`Question '${body.name}' saved.`);
      onSaved(saved);
    });
  };

  return (
    <FormModal
      size="lg"
      title={question ? "Edit question" : "New question"}
      {...sending.said}
      draftState={draftState}
      submitLabel="Save question"
      busyText="Saving..."
      onSubmit={save}
      onClose={onClose}
    >
      {question && (
        <p className="text-secondary">Forms that have a copy of this question stay as they are.</p>
      )}
      <div className="field-settings" id={`${id}-question`} tabIndex={-1}>
        <Field label="Question" required {...at("html")}>
          <TextArea
            grow
            value={field.label}
            maxLength={2_000}
            onChange={(event) => set({ label: event.target.value.replace(/\s*\n\s*/g, " ") })}
            onBlur={() => field.name === "" && set({ name: nameFromWords(field.label) })}
          />
        </Field>
        <div className="form-grid">
          <Field label="Name" required hint="What the field is called in forms and downloads" {...at("name")}>
            <TextInput
              value={field.name}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field label="Topic" hint="The section that it is scored in" {...at("section")}>
            <TextInput
              value={field.topic}
              maxLength={200}
              autoComplete="off"
              list={`${id}-topics`}
              onChange={(event) => set({ topic: event.target.value })}
            />
          </Field>
        </div>
        <datalist id={`${id}-topics`}>
          {topics.map((topic) => (
            <option key={topic} value={topic} />
          ))}
        </datalist>
        <Field label="Type" required {...at("type")}>
          <Select
            value={field.type}
            options={fieldKinds.map(({ type, label }) => ({ value: type, label }))}
            onChange={(event) => set(typeChange(event.target.value as FieldType, field.type))}
          />
        </Field>
        <FieldSettings id={id} field={field} faults={sending.said.attempts > 0 ? faults : {}} set={set} />
        {isAdmin && !question && (
          <Checkbox
            label="Standard question"
            hint="Every organisation can use it; only administrators of the platform can change it."
            checked={isGlobal}
            onChange={(event) => setIsGlobal(event.target.checked)}
          />
        )}
      </div>
    </FormModal>
  );
}
