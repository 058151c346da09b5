import { useState } from "react";
import { request } from "../../api/client";
import type { ApiError } from "../../api/errors";
import { useDraft } from "../../lib/state/use-draft";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { dayOf, dayProblem, parseDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field, focusOnMount } from "../../ui/field";
import { TextArea } from "../../ui/inputs";
import type { Requirement } from "./document-state";

type Mode = "view" | "reject" | "waive";
type Values = { reason: string; until: string };
type Decision = { mode: Mode; reason: string; until: string };

type Options = {
  id: number;
  /** False while the dialog is closed. */
  here: boolean;
  onDone: (requirement: Requirement) => void;
  onError: (error: unknown) => void;
};

const reasonLimit = 1_000;

/** State of the review of one document: the shown form, its entries, and the decision that is being sent. */
export function useReview({ id, here, onDone, onError }: Options) {
  const [mode, setMode] = useState<Mode>("view");
  const form = useFormFields<Values>({ reason: "", until: "" }, ({ reason, until }) => ({
    reason: mode !== "view" && !reason.trim() ? "Enter a reason." : undefined,
    until: mode === "waive" ? untilFault(until) : undefined,
  }));
  const { values } = form;
  const [shownId, setShownId] = useState(id);
  if (shownId !== id) {
    setShownId(id);
    setMode("view");
    form.reset({ reason: "", until: "" });
  }
  const draftState = useDraft(
    `documents.review.${id}`,
    () => ({ mode, ...values }),
    ({ mode: shown, ...entries }) => {
      setMode(shown);
      form.reset(entries);
    },
    { here },
  );
  const { save, busy, failure } = useSave({
    send: (decision: Decision, key) => decide(id, decision, key, (error) => form.refuse(error)),
    success: ({ type }, decision) => {
      if (decision.mode === "waive") return `${type.name} waived.`;
      return decision.mode === "reject"
        ? `${type.name} rejected. The supplier gets the reason.`
        : `${type.name} accepted.`;
    },
    onSaved: onDone,
    onError,
    offlineNote: mode === "view" ? "" : "What you wrote is still here.",
  });
  return {
    mode,
    setMode: (next: Mode) => {
      // The reason stays when the user goes back and forth; the errors of the other form do not.
      form.reset(values);
      setMode(next);
    },
    form,
    busy,
    failure,
    draftState,
    submit: () => {
      if (form.touchAll()) save({ mode, reason: values.reason.trim(), until: parseDay(values.until) ?? "" });
    },
  };
}

type Review = ReturnType<typeof useReview>;

function untilFault(until: string): string | undefined {
  return until.trim() ? (dayProblem(until) ?? undefined) : "Enter the last day of the waiver.";
}

function decide(
  requirementId: number,
  { mode, reason, until }: Decision,
  idempotencyKey: string,
  toast: (error: ApiError) => string,
): Promise<Requirement> {
  const path = { requirement_id: requirementId };
  if (mode === "reject") {
    return request("POST", "/api/documentRequirement/{requirement_id}/reject", {
      path,
      body: { reason },
      idempotencyKey,
      toast,
    });
  }
  if (mode === "waive") {
    return request("POST", "/api/documentRequirement/{requirement_id}/waive", {
      path,
      body: { reason, until },
      toast,
    });
  }
  return request("POST", "/api/documentRequirement/{requirement_id}/accept", { path, toast });
}

type FieldsProps = { review: Review };

/** The reason of a rejection, which the supplier gets. */
export function RejectFields({ review, supplier }: FieldsProps & { supplier: string }) {
  return (
    <Reason
      review={review}
      hint={`${supplier} gets the reason by e-mail, with a task to send another document.`}
      isFirst
    />
  );
}

/** The last day and the internal reason of a waiver. */
export function WaiveFields({ review }: FieldsProps) {
  const { form, busy } = review;
  return (
    <>
      <Field
        label="Waive until"
        required
        hint="Until the end of this day the document is not required, and no reminders are sent."
        error={form.shown("until")}
      >
        <DateInput
          value={parseDay(form.values.until)}
          text={form.values.until}
          min={dayOf(new Date())}
          disabled={busy}
          onChange={(_, text) => form.set("until", text)}
        />
      </Field>
      <Reason review={review} hint="Only your organisation sees it." />
    </>
  );
}

function Reason({ review, hint, isFirst = false }: FieldsProps & { hint: string; isFirst?: boolean }) {
  const { form, busy } = review;
  return (
    <Field label="Reason" required hint={hint} error={form.shown("reason")}>
      <TextArea
        ref={isFirst ? focusOnMount : undefined}
        rows={4}
        value={form.values.reason}
        maxLength={reasonLimit}
        disabled={busy}
        onChange={(event) => form.set("reason", event.target.value)}
      />
    </Field>
  );
}
