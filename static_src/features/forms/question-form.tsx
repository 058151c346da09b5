import { useId, useState } from "react";
import { request } from "../../api/client";
import { fieldErrors, isLost } from "../../api/errors";
import { usePageContext } from "../../lib/page-context";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { ErrorSummary, Field, FieldGroup } from "../../ui/field";
import { Checkbox, Select, TextArea, TextInput } from "../../ui/inputs";
import { Modal } from "../../ui/modal";
import { fieldTypeChoices, hasAffixes, hasColumns, hasLength, hasOptions, hasRange } from "./field-types";
import {
  draftErrors,
  draftOf,
  hasPlainScoring,
  nameFrom,
  payloadOf,
  type QuestionDraft,
  type QuestionErrors,
} from "./question-draft";
import { ColumnsEditor, OptionsEditor } from "./question-lists";
import type { Question } from "./types";

type Props = {
  question: Question | null;
  topics: readonly string[];
  onClose: () => void;
  onSaved: () => void;
};

const order = ["html", "name", "section", "type", "options", "columns", "points", "question"] as const;

const writers = [
  { value: "RESPONDENT", label: "The supplier" },
  { value: "REQUESTER", label: "Our organisation" },
  { value: "BOTH", label: "Both" },
] as const;

/** A question of the library: the definition of a field that forms take a copy of. */
export function QuestionForm({ question, topics, onClose, onSaved }: Props) {
  const id = useId();
  const isAdmin = usePageContext().user?.isAdmin ?? false;
  const [draft, setDraft] = useState<QuestionDraft>(() => draftOf(question));
  const [errors, setErrors] = useState<QuestionErrors>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState("");
  const [saving, setSaving] = useState(false);
  const change = (changes: Partial<QuestionDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const { type } = draft;

  const save = async () => {
    const found = draftErrors(draft);
    setErrors(found);
    setAttempts(attempts + 1);
    setFailure("");
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const toast = (error: { hasFields: boolean }) => !error.hasFields;
      if (question) await request("PUT", `/api/question/${question.id}`, { body: payloadOf(draft), toast });
      else {
        const body = { ...payloadOf(draft), isGlobal: draft.isGlobal };
        await request("POST", "/api/question", { body, toast });
      }
    } catch (error) {
      setErrors(placed(fieldErrors(error)));
      setAttempts(attempts + 2);
      if (isLost(error)) setFailure(`${error.message} Please try again.`);
      return;
    } finally {
      setSaving(false);
    }
    toasts.success(`Question '${draft.name.trim()}' saved.`);
    onSaved();
  };

  const summary = order.flatMap((name) =>
    (errors[name] ?? []).map((message) => ({ fieldId: `${id}-${name}`, message })),
  );
  return (
    <Modal
      show
      size="lg"
      title={question ? "Edit question" : "New question"}
      onClose={onClose}
      busy={saving}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={saving} busyText="Saving...">
            Save question
          </Button>
        </>
      }
    >
      <div id={`${id}-question`} tabIndex={-1}>
        <ErrorSummary key={attempts} errors={summary} />
      </div>
      {failure && (
        <div className="alert alert-danger" role="alert">
          {failure}
        </div>
      )}
      {question && (
        <p className="text-secondary">Forms that have a copy of this question stay as they are.</p>
      )}
      <Field label="Question" required id={`${id}-html`} error={errors.html}>
        <TextArea
          grow
          value={draft.text}
          maxLength={500}
          onChange={(event) => change({ text: event.target.value.replace(/\s*\n\s*/g, " ") })}
          onBlur={() => draft.name === "" && change({ name: nameFrom(draft.text) })}
        />
      </Field>
      <div className="form-grid">
        <Field
          label="Name"
          required
          hint="What the field is called in forms and downloads"
          id={`${id}-name`}
          error={errors.name}
        >
          <TextInput
            value={draft.name}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field
          label="Topic"
          hint="The section that it is scored in"
          id={`${id}-section`}
          error={errors.section}
        >
          <TextInput
            value={draft.section}
            maxLength={200}
            autoComplete="off"
            list={`${id}-topics`}
            onChange={(event) => change({ section: event.target.value })}
          />
        </Field>
      </div>
      <datalist id={`${id}-topics`}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
      <Field label="Hint" hint="Shown under the question, where it helps to answer it">
        <TextInput
          value={draft.hint}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => change({ hint: event.target.value })}
        />
      </Field>
      <div className="form-grid">
        <Field label="Type" required id={`${id}-type`} error={errors.type}>
          <Select
            value={type}
            options={fieldTypeChoices}
            onChange={(event) => change({ type: event.target.value })}
          />
        </Field>
        <Field label="Answered by">
          <Select
            value={draft.writableBy}
            options={writers}
            onChange={(event) => change({ writableBy: event.target.value })}
          />
        </Field>
        {hasAffixes(type) && (
          <>
            <Short label="Before the answer" value={draft.prefix} onChange={(prefix) => change({ prefix })} />
            <Short label="After the answer" value={draft.suffix} onChange={(suffix) => change({ suffix })} />
          </>
        )}
        {hasRange(type) && (
          <>
            <Short
              label={rangeLabel(type, "least")}
              value={draft.min}
              max={40}
              onChange={(min) => change({ min })}
            />
            <Short
              label={rangeLabel(type, "most")}
              value={draft.max}
              max={40}
              onChange={(max) => change({ max })}
            />
          </>
        )}
        {hasLength(type) && (
          <Short
            label="Most characters"
            value={draft.maxLength}
            max={5}
            onChange={(maxLength) => change({ maxLength: maxLength.replace(/\D/g, "") })}
          />
        )}
      </div>
      {hasOptions(type) && (
        <OptionsEditor
          id={`${id}-options`}
          options={draft.options}
          withPoints={hasPlainScoring(draft)}
          errors={[...(errors.options ?? []), ...(errors.points ?? [])]}
          onChange={(options) => change({ options })}
        />
      )}
      {hasColumns(type) && (
        <ColumnsEditor
          id={`${id}-columns`}
          columns={draft.columns}
          errors={errors.columns ?? []}
          onChange={(columns) => change({ columns })}
        />
      )}
      {type === "YESNO" && hasPlainScoring(draft) && (
        <FieldGroup label="Scoring" id={`${id}-points`} error={errors.points}>
          <div className="form-grid">
            <Short
              label="Points for Yes"
              value={draft.pointsForYes}
              max={6}
              onChange={(pointsForYes) => change({ pointsForYes })}
            />
            <Short
              label="Points for No"
              value={draft.pointsForNo}
              max={6}
              onChange={(pointsForNo) => change({ pointsForNo })}
            />
          </div>
        </FieldGroup>
      )}
      {draft.kept.scoring.length > 0 && !hasPlainScoring(draft) && (
        <p className="text-secondary">The scoring rules of this question are kept as they are.</p>
      )}
      <FieldGroup label="Settings" hideLabel>
        <Checkbox
          label="An answer is required"
          checked={draft.required}
          onChange={(event) => change({ required: event.target.checked })}
        />
        <Checkbox
          label="Show the answer in summaries"
          checked={draft.showInSummary}
          onChange={(event) => change({ showInSummary: event.target.checked })}
        />
        <Checkbox
          label="Keep the answer with the supplier's custom fields"
          checked={draft.isRelationshipField}
          onChange={(event) => change({ isRelationshipField: event.target.checked })}
        />
        {isAdmin && !question && (
          <Checkbox
            label="Standard question"
            hint="Every organisation can use it; only administrators of the platform can change it."
            checked={draft.isGlobal}
            onChange={(event) => change({ isGlobal: event.target.checked })}
          />
        )}
      </FieldGroup>
    </Modal>
  );
}

type ShortProps = { label: string; value: string; max?: number; onChange: (value: string) => void };

function Short({ label, value, max = 20, onChange }: ShortProps) {
  return (
    <Field label={label}>
      <TextInput
        value={value}
        maxLength={max}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function rangeLabel(type: string, end: "least" | "most"): string {
  if (type === "DATE") return end === "least" ? "Earliest (yyyy-mm-dd)" : "Latest (yyyy-mm-dd)";
  if (type === "MULTI_CHOICE") return end === "least" ? "Fewest options" : "Most options";
  if (type === "FILE") return end === "least" ? "Fewest files" : "Most files";
  return end === "least" ? "Lowest value" : "Highest value";
}

/** What the server refused, at the fields that there are; all else is about the question as a whole. */
function placed(refused: Record<string, string[]>): QuestionErrors {
  const errors: Record<string, string[]> = {};
  for (const [field, sentences] of Object.entries(refused)) {
    const head = field.split(".")[0] ?? "";
    const at = (order as readonly string[]).includes(head) ? head : "question";
    errors[at] = [...(errors[at] ?? []), ...sentences];
  }
  return errors;
}
