import { useEffect, useId, useState } from "react";
import { request } from "../../api/client";
import { errorText, isOffline, isSentBefore } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { typeChoices } from "../../domain/assessments/assessments";
import { MessageField } from "../../domain/assessments/message-field";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import type { OverlayProps } from "../../lib/overlays";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { useSave } from "../../lib/state/use-save";
import { dayOf } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { TypeAhead } from "../../ui/type-ahead";
import {
  type Draft,
  type DraftErrors,
  draftErrors,
  emptyDraft,
  isWorthKeeping,
  listed,
  noErrors,
  payloadOf,
  serverErrors,
} from "./new-assessment-draft";
import { type SupplierOption, searchSuppliers } from "./searches";
import { InternalSurveyFields, SelfSurveyFields } from "./survey-fields";

const today = () => dayOf(new Date());

/** New Assessment: supplier, type, title, deadline, and the first surveys (product decisions, Assessments). */
export default function NewAssessmentModal({ detail, show, onClose }: OverlayProps<"OPEN_NEW_ASSESSMENT">) {
  const id = useId();
  const userId = usePageContext().user?.id ?? 0;
  const draftKey = detail.relationshipId ? `newAssessment.${detail.relationshipId}` : "newAssessment";
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<Draft>(draftKey, userId));
  const newDraft = (): Draft => ({ ...emptyDraft, supplier: supplierOf(detail) });
  const [draft, setDraft] = useState<Draft>(() => restoredDraft ?? newDraft());
  const [errors, setErrors] = useState<DraftErrors>(noErrors);
  const [summary, setSummary] = useState<[string, string][]>([]);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    if (!detail.supplierName) return;
    // The opener only passes the relationship; the search returns the supplier's organisation too.
    const stop = new AbortController();
    searchSuppliers(detail.supplierName, stop.signal).then(
      (suppliers) => {
        const supplier = suppliers.find(({ value }) => value === detail.relationshipId);
        if (supplier) {
          setDraft((current) => (current.supplier?.organisationId ? current : { ...current, supplier }));
        }
      },
      () => {},
    );
    return () => stop.abort();
  }, [detail]);

  const discard = useDraftSaving(draftKey, userId, () => (isWorthKeeping(draft) ? draft : null), show);

  const change = (changes: (current: Draft) => Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...changes(current) }));
    if (attempts > 0) setErrors(draftErrors({ ...draft, ...changes(draft) }, today()));
  };
  const organisationId = draft.supplier?.organisationId;
  const assessed = organisationId ? { id: organisationId, name: draft.supplier?.label ?? "" } : null;
  const {
    save,
    busy: sending,
    failure,
    setFailure,
  } = useSave({
    send: (body: ReturnType<typeof payloadOf>, idempotencyKey) =>
      request("POST", "/api/assessment", {
        body,
        idempotencyKey,
        toast: (error) => !isSentBefore(error) && !(error.hasFields && serverErrors(error.fields)),
      }),
    success: "Assessment created ok.",
    onSaved: (assessment) => {
      discard();
      emit("ASSESSMENT_CHANGED", { id: assessment.id });
      emit("RFX_CHANGED", {});
      emit("EVENT_LOG_CHANGED", { relationshipId: assessment.relationship.id });
      onClose();
    },
    failureOf: (error) => {
      if (isSentBefore(error)) return createdBefore;
      return isOffline(error) ? `${errorText(error)} What you entered is still here.` : "";
    },
    onError: (error) => {
      const refused = serverErrors(fieldErrors(error)) ?? noErrors;
      setErrors(refused);
      setSummary(listed(refused));
      setAttempts(attempts + 2);
      if (isSentBefore(error)) emit("ASSESSMENT_CHANGED", {});
    },
    keepsKey: true,
  });
  const submit = () => {
    const problems = draftErrors(draft, today());
    setErrors(problems);
    setSummary(listed(problems));
    setAttempts(attempts + 1);
    setFailure("");
    if (listed(problems).length === 0 && draft.supplier) save(payloadOf(draft, draft.supplier));
  };

  // Corrected fields leave the list; new errors wait for the next attempt.
  const wrongNames = new Set(listed(errors).map(([name]) => name));
  return (
    <FormModal
      show={show}
      title="New Assessment"
      size="lg"
      draftState={null}
      onClose={onClose}
      busy={sending}
      attempts={attempts}
      summary={summary
        .filter(([name]) => wrongNames.has(name))
        .map(([name, message]) => ({ fieldId: `${id}-${name}`, message }))}
      failure={failure}
      onSubmit={submit}
      submitLabel="Create assessment"
      submitIcon="assessment"
      busyText="Creating..."
      onCancel={() => {
        discard();
        onClose();
      }}
    >
      {restoredDraft && (
        <DraftRestoredAlert
          onStartOver={() => {
            setRestoredDraft(null);
            setErrors(noErrors);
            setSummary([]);
            setDraft(newDraft());
          }}
        />
      )}
      <Field label="Supplier" required id={`${id}-supplier`} error={errors.supplier}>
        <TypeAhead
          value={draft.supplier}
          search={searchSuppliers}
          placeholder="Type a name"
          onChange={(supplier) =>
            change(({ selfSurvey }) => ({ supplier, selfSurvey: { ...selfSurvey, recipients: [] } }))
          }
        />
      </Field>
      <FieldGroup label="Type" required>
        <RadioCards value={draft.type} options={typeChoices} onChange={(type) => change(() => ({ type }))} />
      </FieldGroup>
      <Field label="Title" required id={`${id}-title`} error={errors.title}>
        <TextInput
          value={draft.title}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change(() => ({ title: event.target.value }))}
        />
      </Field>
      <Field
        label="Deadline"
        hint="Optional. Applies to all surveys."
        id={`${id}-deadline`}
        error={errors.deadline}
      >
        <DateInput
          value={draft.deadline}
          text={draft.deadlineText}
          min={today()}
          onChange={(deadline, deadlineText) => change(() => ({ deadline, deadlineText }))}
        />
      </Field>
      {draft.type === "QUALIFICATION" && (
        <SelfSurveyFields
          id={`${id}-self`}
          draft={draft.selfSurvey}
          errors={errors.selfSurvey}
          organisationId={draft.supplier?.organisationId ?? null}
          onChange={(changes) => change(({ selfSurvey }) => ({ selfSurvey: { ...selfSurvey, ...changes } }))}
        />
      )}
      <InternalSurveyFields
        id={`${id}-internal`}
        draft={draft.internalSurvey}
        errors={errors.internalSurvey}
        supplier={assessed}
        onChange={(changes) =>
          change(({ internalSurvey }) => ({ internalSurvey: { ...internalSurvey, ...changes } }))
        }
      />
      <MessageField
        type={draft.type}
        value={draft.message}
        onChange={(message) => change(() => ({ message }))}
      />
    </FormModal>
  );
}

const createdBefore =
  "The assessment was created, without your latest changes. Create it again to have another one with them.";

/** Return the supplier from the opener, without its organisation, which a search finds later. */
function supplierOf(detail: OverlayProps<"OPEN_NEW_ASSESSMENT">["detail"]): SupplierOption | null {
  const { relationshipId, supplierName } = detail;
  if (!relationshipId || !supplierName) return null;
  return { value: relationshipId, label: supplierName, organisationId: null };
}
