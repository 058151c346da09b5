import { type FormEvent, useEffect, useId, useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import { isStale } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { dayOf, dayProblem, parseDay, printDay } from "../../../lib/text/days";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DateInput } from "../../../ui/date-input";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field, FieldErrors } from "../../../ui/field";
import { Switch, TextArea } from "../../../ui/inputs";
import { saveDecision } from "./award-calls";
import { SupplierResult } from "./supplier-result";
import type { Award, AwardSupplier } from "./types";
import "./award.scss";

const reasonLimit = 2_000;

type Props = {
  requestId: number;
  award: Award;
  onSaved: () => Promise<void>;
  /** Called when the form gets unsaved changes, and when it has none any more. */
  onDirty: (isDirty: boolean) => void;
};
type Entries = {
  /** The reasons of the awarded suppliers by id of the RFx. */
  reasons: Record<string, string>;
  reason: string;
  standstill: string;
  includeScores: boolean;
};

/** The draft of the decision: suppliers with reasons, the standstill, and whether letters include scores. */
export function DecisionForm({ requestId, award, onSaved, onDirty }: Props) {
  const stored = entriesOf(award);
  const [base, setBase] = useState(stored);
  const [entries, setEntries] = useState(stored);
  const [basedOn, setBasedOn] = useState(award.updated);
  const [loaded, setLoaded] = useState(award.updated);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const draftState = useDraft(`award.${requestId}`, () => entries, setEntries, {
    beginning: base,
    survivesLeaving: true,
  });
  const { save, busy, failure, setFailure } = useSave({
    send: (body: Parameters<typeof saveDecision>[1]) => saveDecision(requestId, body),
    success: "Draft saved.",
    onSaved: async (saved) => {
      setBasedOn(saved.updated);
      setBase(entriesOf(saved));
      setEntries(entriesOf(saved));
      setErrors({});
      await onSaved();
    },
    onError: (error) => {
      setErrors(fieldErrors(error));
      if (!isStale(error)) return;
      setBasedOn((error.body.now as { updated: string }).updated);
      setFailure(error.message);
    },
  });
  const isEdited = JSON.stringify(entries) !== JSON.stringify(base);
  const isChanged = award.state !== "DRAFT" || isEdited;
  if (award.updated !== loaded && !isEdited && !busy) {
    // A colleague has saved; nothing was edited here since.
    setLoaded(award.updated);
    setBase(stored);
    setEntries(stored);
    setBasedOn(award.updated);
  }
  useEffect(() => {
    onDirty(isChanged);
    return () => onDirty(false);
  }, [isChanged, onDirty]);
  const change = (changes: Partial<Entries>) => {
    setEntries((before) => ({ ...before, ...changes }));
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const day = parseDay(entries.standstill);
    if (entries.standstill.trim() && !day) {
      setErrors({ standstillUntil: [dayProblem(entries.standstill) ?? "Enter a date."] });
      return;
    }
    save({
      lines: Object.entries(entries.reasons).map(([id, reason]) => ({ rfxId: Number(id), reason })),
      reason: entries.reason,
      standstillUntil: day,
      includeScores: entries.includeScores,
      basedOn,
    });
  };
  return (
    <Card title="Decision">
      <form className="award-form" noValidate onSubmit={submit} aria-label="Decision">
        {draftState.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
        {award.sentBackReason && (
          <div className="alert alert-warning mb-0">
            <strong>Sent back by {award.approver?.name ?? "the approver"}</strong>
            <div className="award-reason">{award.sentBackReason}</div>
          </div>
        )}
        <fieldset className="award-suppliers">
          <legend className="field-label">Award to</legend>
          {award.suppliers
            .filter(({ canAward }) => canAward)
            .map((supplier) => (
              <SupplierChoice
                key={supplier.id}
                supplier={supplier}
                reason={entries.reasons[supplier.id] ?? null}
                onChange={(reason) => change({ reasons: withReason(entries.reasons, supplier.id, reason) })}
              />
            ))}
          <FieldErrors errors={errors.lines ?? []} />
        </fieldset>
        <NotSubmitted suppliers={award.suppliers} />
        <Field
          label="Reason of the decision"
          hint="Optional. Only your organisation sees it."
          error={errors.reason}
        >
          <TextArea
            grow
            rows={2}
            maxLength={reasonLimit}
            value={entries.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
        <Field
          label="Standstill until"
          hint="Optional. The letters say that no contract is signed before the end of this day."
          error={errors.standstillUntil}
        >
          <DateInput
            value={parseDay(entries.standstill)}
            text={entries.standstill}
            min={dayOf(new Date())}
            onChange={(_, text) => change({ standstill: text })}
          />
        </Field>
        <Switch
          label="Include their score"
          hint="Each letter has the supplier's own score and rank."
          checked={entries.includeScores}
          onChange={(event) => change({ includeScores: event.target.checked })}
        />
        <FailureAlert error={failure} />
        <div className="award-buttons">
          <Button type="submit" variant="primary" busy={busy} busyText="Saving..." disabled={!isChanged}>
            Save draft
          </Button>
          {isChanged && award.state === "DRAFT" && (
            <span className="text-secondary" role="status">
              Not saved yet
            </span>
          )}
        </div>
      </form>
    </Card>
  );
}

function entriesOf(award: Award): Entries {
  const isNew = award.state !== "DRAFT";
  const awarded = isNew ? [] : award.suppliers.filter(({ isAwarded }) => isAwarded);
  return {
    reasons: Object.fromEntries(awarded.map(({ id, reason }) => [String(id), reason])),
    reason: isNew ? "" : award.reason,
    standstill: isNew ? "" : printDay(award.standstillUntil),
    includeScores: !isNew && award.includeScores,
  };
}

function withReason(reasons: Entries["reasons"], id: number, reason: string | null): Entries["reasons"] {
  const { [String(id)]: _, ...others } = reasons;
  return reason === null ? others : { ...others, [String(id)]: reason };
}

type ChoiceProps = {
  supplier: AwardSupplier;
  /** Null if the supplier is not chosen. */
  reason: string | null;
  onChange: (reason: string | null) => void;
};

function SupplierChoice({ supplier, reason, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="award-supplier">
      <div className="award-supplier-head">
        <div className="form-check">
          <input
            id={id}
            type="checkbox"
            className="form-check-input"
            checked={reason !== null}
            onChange={(event) => onChange(event.target.checked ? "" : null)}
          />
          <label className="form-check-label" htmlFor={id}>
            <bdi>{supplier.name}</bdi>
          </label>
        </div>
        <SupplierResult supplier={supplier} />
      </div>
      {reason !== null && (
        <Field label={`Reason for ${supplier.name}`} hideLabel required>
          <TextArea
            grow
            rows={2}
            maxLength={reasonLimit}
            placeholder="Why this supplier? Only your organisation sees it."
            value={reason}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}

/** The suppliers that cannot be awarded and get no letter. */
function NotSubmitted({ suppliers }: { suppliers: readonly AwardSupplier[] }) {
  const names = suppliers.filter(({ canAward }) => !canAward).map(({ name }) => name);
  if (names.length === 0) return null;
  const shown = names.slice(0, 5).join(", ");
  return (
    <p className="text-secondary mb-0">
      Without a submitted response, so not awarded and without a letter: <bdi>{shown}</bdi>
      {names.length > 5 && ` and ${names.length - 5} more`}.
    </p>
  );
}
