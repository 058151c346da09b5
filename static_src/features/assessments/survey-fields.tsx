import { useEffect, useMemo, useState } from "react";
import {
  type FormOption,
  formSearch,
  internalSurveyTypes,
  selfSurveyTypes,
} from "../../domain/assessments/survey-forms";
import { guestsFault, guestsFrom } from "../../domain/people/guest-address";
import { usePageContext } from "../../lib/browser/page-context";
import { Field } from "../../ui/field";
import { MultiTypeAhead } from "../../ui/multi-type-ahead";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import {
  contactSearch,
  loadPeople,
  type MatchablePeople,
  matchRecipients,
  recipientSearch,
} from "./searches";

/** Values of the form for a survey: form or bundle, and recipients. */
export type SurveyDraft = {
  form: FormOption | null;
  recipients: readonly Option<number | string>[];
  /** Text in the input that is not a recipient yet. */
  recipientText?: string;
};

export const emptySurvey: SurveyDraft = { form: null, recipients: [] };

export type SurveyErrors = { form?: string[] | undefined; recipients?: string[] | undefined };

/** Validate a survey. An empty survey has no errors unless it is `required`. */
export function surveyErrors(draft: SurveyDraft, required: boolean): SurveyErrors {
  const { form, recipients, recipientText } = draft;
  const fault = guestsFault(recipientText);
  if (!required && !form && recipients.length === 0 && !fault) return {};
  return {
    ...(form ? {} : { form: ["Choose a form or a bundle."] }),
    ...(fault ? { recipients: fault } : {}),
    ...(!fault && recipients.length === 0 ? { recipients: ["Choose at least one recipient."] } : {}),
  };
}

type Props = {
  id: string;
  draft: SurveyDraft;
  errors: SurveyErrors;
  onChange: (changes: Partial<SurveyDraft>) => void;
  required?: boolean;
};

/** Fields of an internal survey: a form or bundle, and colleagues or guests by e-mail. */
export function InternalSurveyFields({
  id,
  draft,
  errors,
  onChange,
  supplier,
  asked = noRecipients,
  required = false,
}: Props & { supplier: Supplier | null; asked?: MatchablePeople["asked"] }) {
  const search = useMemo(() => formSearch(internalSurveyTypes), []);
  const people = useMatchablePeople(supplier, asked);
  const searchRecipients = useMemo(() => recipientSearch(people), [people]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  return (
    <>
      <Field
        label="Internal survey: form or bundle"
        id={`${id}-form`}
        error={errors.form}
        required={required}
        hint="Published forms of type Internal Survey."
      >
        <TypeAhead
          value={draft.form}
          search={search}
          placeholder="Type a title"
          onChange={(form) => onChange({ form })}
        />
      </Field>
      <Field
        label="Internal survey: recipients"
        id={`${id}-recipients`}
        error={[...faults, ...(errors.recipients ?? [])]}
        required={required}
        hint="Choose colleagues or enter e-mail addresses. Everyone gets their own survey. The supplier never sees who gave which mark: it can get averages and comments without names, from 3 respondents on. The internal report names the respondents."
      >
        <MultiTypeAhead
          value={draft.recipients}
          search={searchRecipients}
          fromText={guestsFrom}
          placeholder="Name or name@example.com"
          emptyText="No match. To add a guest, enter their full e-mail address."
          rest={draft.recipientText}
          onChange={(chosen, recipientText) => {
            const { recipients, faults: errors } = matchRecipients(chosen, people);
            setFaults(errors);
            onChange({ recipients, recipientText });
          }}
          onRest={(recipientText) => onChange({ recipientText })}
        />
      </Field>
    </>
  );
}

type Supplier = { id: number; name: string };

const noRecipients: MatchablePeople["asked"] = new Set();

/** Return the people to match with a typed address, as far as they have loaded; the server matches all of them. */
function useMatchablePeople(supplier: Supplier | null, asked: MatchablePeople["asked"]): MatchablePeople {
  const ownId = usePageContext().organisation?.id;
  const colleagues = usePeopleOf(ownId);
  const suppliers = usePeopleOf(supplier?.id);
  const supplierName = supplier?.name ?? "";
  return useMemo(
    () => ({ colleagues, suppliers, supplierName, asked }),
    [colleagues, suppliers, supplierName, asked],
  );
}

function usePeopleOf(organisationId: number | undefined): MatchablePeople["colleagues"] {
  const [loaded, setLoaded] = useState<{ of: number; people: MatchablePeople["colleagues"] } | null>(null);
  useEffect(() => {
    if (organisationId === undefined) return;
    let isCurrent = true;
    loadPeople(organisationId).then(
      (people) => isCurrent && setLoaded({ of: organisationId, people }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [organisationId]);
  return loaded && loaded.of === organisationId ? loaded.people : noPeople;
}

const noPeople: MatchablePeople["colleagues"] = [];

/** Fields of a self-survey: a form or bundle, and contacts of the supplier. */
export function SelfSurveyFields({
  id,
  draft,
  errors,
  onChange,
  organisationId,
  required = false,
}: Props & { organisationId: number | null }) {
  const search = useMemo(() => formSearch(selfSurveyTypes), []);
  const contacts = useMemo(
    () => (organisationId ? contactSearch(organisationId) : () => Promise.resolve([])),
    [organisationId],
  );
  return (
    <>
      <Field label="Self-survey: form or bundle" id={`${id}-form`} error={errors.form} required={required}>
        <TypeAhead
          value={draft.form}
          search={search}
          placeholder="Type a title"
          onChange={(form) => onChange({ form })}
        />
      </Field>
      <Field
        label="Self-survey: supplier contacts"
        id={`${id}-recipients`}
        error={errors.recipients}
        required={required}
        hint={organisationId ? "Each contact gets their own survey." : "Choose the supplier first."}
      >
        <MultiTypeAhead
          key={organisationId}
          value={draft.recipients}
          search={contacts}
          placeholder="Type a name"
          disabled={!organisationId}
          onChange={(recipients) => onChange({ recipients })}
        />
      </Field>
    </>
  );
}
