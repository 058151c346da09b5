import { useEffect, useId, useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { errorText, isOffline, isSentBefore } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import type { OverlayProps } from "../../lib/overlays";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { dayOf } from "../../lib/text/days";
import { toasts } from "../../lib/toasts";
import { DateInput } from "../../ui/date-input";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { TypeAhead } from "../../ui/type-ahead";
import { MessageField } from "./message-field";
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

const types = [
  {
    value: "QUALIFICATION",
    label: "Qualification",
    text: "May this supplier deliver? It assesses itself, and your own people can add their view.",
  },
  {
    value: "PERFORMANCE",
    label: "Performance",
    text: "How well does it deliver? The people who work with it answer a survey.",
  },
] as const;

const today = () => dayOf(new Date());

/** New Assessment: supplier, type, title, deadline, and the first surveys (product decisions, Assessments). */
export default function NewAssessmentModal({ detail, show, onClose }: OverlayProps<"OPEN_NEW_ASSESSMENT">) {
  const id = useId();
  const userId = usePageContext().user?.id ?? 0;
  const draftKey = detail.relationshipId ? `newAssessment.${detail.relationshipId}` : "newAssessment";
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<Draft>(draftKey, userId));
  const anew = (): Draft => ({ ...emptyDraft, supplier: supplierOf(detail) });
  const [draft, setDraft] = useState<Draft>(() => restoredDraft ?? anew());
  const [errors, setErrors] = useState<DraftErrors>(noErrors);
  const [summary, setSummary] = useState<[string, string][]>([]);
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState("");
  const [sending, setSending] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);

  useEffect(() => {
    if (!detail.supplierName) return;
    // The opener knows the relationship; whose people could be asked is known by the supplier.
    const stop = new AbortController();
    searchSuppliers(detail.supplierName, stop.signal).then(
      (found) => {
        const known = found.find(({ value }) => value === detail.relationshipId);
        if (known) setDraft((now) => (now.supplier?.organisationId ? now : { ...now, supplier: known }));
      },
      () => {},
    );
    return () => stop.abort();
  }, [detail]);

  const discard = useDraftSaving(draftKey, userId, () => (isWorthKeeping(draft) ? draft : null), show);

  const change = (changes: (now: Draft) => Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes(now) }));
    if (attempts > 0) setErrors(draftErrors({ ...draft, ...changes(draft) }, today()));
  };
  const organisationId = draft.supplier?.organisationId;
  const assessed = organisationId ? { id: organisationId, name: draft.supplier?.label ?? "" } : null;
  const send = async () => {
    const found = draftErrors(draft, today());
    setErrors(found);
    setSummary(listed(found));
    setAttempts(attempts + 1);
    setFailure("");
    if (listed(found).length > 0 || !draft.supplier) return;
    setSending(true);
    try {
      const made = await request("POST", "/api/assessment", {
        body: payloadOf(draft, draft.supplier),
        idempotencyKey: key,
        toast: (error) => !isSentBefore(error) && !(error.hasFields && serverErrors(error.fields)),
      });
      discard();
      toasts.success("Assessment created ok.");
      emit("ASSESSMENT_CHANGED", { id: made.id });
      emit("RFX_CHANGED", {});
      emit("EVENT_LOG_CHANGED", { relationshipId: made.relationship.id });
      onClose();
    } catch (error) {
      const refused = serverErrors(fieldErrors(error)) ?? noErrors;
      setErrors(refused);
      setSummary(listed(refused));
      setAttempts(attempts + 2);
      if (isOffline(error)) setFailure(`${errorText(error)} What you entered is still here.`);
      if (isSentBefore(error)) {
        setKey(newIdempotencyKey());
        setFailure(createdBefore);
        emit("ASSESSMENT_CHANGED", {});
      }
    } finally {
      setSending(false);
    }
  };

  return (
    <FormModal
      show={show}
      title="New Assessment"
      size="lg"
      draftState={null}
      onClose={onClose}
      busy={sending}
      attempts={attempts}
      summary={summary.map(([name, message]) => ({ fieldId: `${id}-${name}`, message }))}
      failure={failure}
      onSubmit={send}
      submitLabel="Create Assessment"
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
            setDraft(anew());
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
        <RadioCards value={draft.type} options={types} onChange={(type) => change(() => ({ type }))} />
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
        hint="Leave it empty for none. It holds for all surveys."
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
  "The assessment had been created the first time, as it was before you changed it. Create it again to have this one as well.";

/** The supplier that the opener names, until more is known of it. */
function supplierOf(detail: OverlayProps<"OPEN_NEW_ASSESSMENT">["detail"]): SupplierOption | null {
  const { relationshipId, supplierName } = detail;
  if (!relationshipId || !supplierName) return null;
  return { value: relationshipId, label: supplierName, organisationId: null };
}
