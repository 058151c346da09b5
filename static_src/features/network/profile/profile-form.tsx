import { type SubmitEvent, useEffect, useEffectEvent, useState } from "react";
import { request } from "../../../api/client";
import type { ApiBody } from "../../../api/types";
import { CurrencyPicker } from "../../../domain/places/currency-picker";
import { TimeZonePicker } from "../../../domain/places/time-zone-picker";
import { usePageContext } from "../../../lib/browser/page-context";
import { takeDraft, useDraftSaving } from "../../../lib/state/drafts";
import { useBasis } from "../../../lib/state/use-basis";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { Select, TextArea, TextInput } from "../../../ui/inputs";
import { RichEditor } from "../../../ui/rich-editor";
import { useFaultFocus } from "../../../ui/use-fault-focus";
import { mapProfileTexts, type ProfileTextName, profileTexts } from "../profile-fields";
import type { Organisation } from "../types";

const ownershipTypes = [
  { value: "PRIVATE", label: "Private" },
  { value: "PUBLIC", label: "Public" },
];

type OwnershipType = NonNullable<ApiBody<"OrganisationDetails">["ownershipType"]>;

type Values = Record<ProfileTextName, string> & {
  name: string;
  briefDescription: string;
  descriptionHtml: string;
  ownershipType: OwnershipType | "";
  preferredCurrency: string | null;
  /** Empty for UTC. */
  timeZone: string;
};

const valuesOf = (organisation: Organisation): Values => ({
  ...mapProfileTexts(({ name }) => organisation[name] ?? ""),
  name: organisation.name,
  briefDescription: organisation.briefDescription ?? "",
  descriptionHtml: organisation.descriptionHtml ?? "",
  ownershipType: organisation.ownershipType ?? "",
  preferredCurrency: organisation.preferredCurrency,
  timeZone: organisation.timeZone ?? "",
});

function check(values: Values) {
  return {
    ...mapProfileTexts(({ name, missing }) => (values[name].trim() ? undefined : missing)),
    name: values.name.trim() ? undefined : "A name is required.",
    preferredCurrency: values.preferredCurrency ? undefined : "A preferred currency is required.",
  };
}

type Props = { organisation: Organisation; onSaved: (organisation: Organisation) => void };

/** The Company Profile; it can be saved when it is changed and valid (specification, section 5, Organisation form). */
export function ProfileForm({ organisation, onSaved }: Props) {
  const stored = valuesOf(organisation);
  const form = useFormFields<Values>(stored, check);
  const { values } = form;
  const basis = useBasis(stored);
  const [restored, setRestored] = useState(false);
  const userId = usePageContext().user?.id ?? 0;
  const draftKey = `profile.${organisation.id}`;
  const changes = Object.fromEntries(
    (Object.keys(stored) as (keyof Values)[]).flatMap((name) =>
      values[name] === stored[name] ? [] : [[name, values[name]]],
    ),
  ) as Partial<Values>;
  const changed = Object.keys(changes).length > 0;

  // The draft has only the changed fields, because a colleague may save the others meanwhile.
  const restore = useEffectEvent(() => {
    const savedDraft = takeDraft<Partial<Values>>(draftKey, userId);
    if (!savedDraft) return;
    form.reset({ ...stored, ...savedDraft });
    setRestored(true);
  });
  useEffect(() => restore(), []);
  useDraftSaving(draftKey, userId, () => (changed ? changes : null));

  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/organisation/{organisation_id}", {
        path: { organisation_id: organisation.id },
        body: {
          ...values,
          preferredCurrency: values.preferredCurrency ?? "",
          ownershipType: values.ownershipType || null,
          basedOn: basis.basedOn,
        },
        toast: (error) => form.refuse(error),
      }),
    success: "Organisation details saved",
    onSaved: (saved) => {
      onSaved(saved);
      form.reset(valuesOf(saved));
      basis.begin(valuesOf(saved));
      setRestored(false);
    },
    basis,
  });
  const place = useFaultFocus<HTMLFormElement>(saving);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed && form.touchAll()) save();
  };
  const text = (name: keyof Values, maxLength?: number) => ({
    value: values[name] ?? "",
    maxLength,
    autoComplete: "off",
    disabled: saving,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
    onBlur: () => form.touch(name),
  });

  const textField = (field: (typeof profileTexts)[number]) => (
    <Field key={field.name} label={field.label} required={"missing" in field} error={form.shown(field.name)}>
      <TextInput
        {...text(field.name, field.maxLength)}
        {...("isUrl" in field ? { type: "url", placeholder: field.placeholder } : {})}
      />
    </Field>
  );
  const [registrationNumber, ...otherTexts] = profileTexts;

  return (
    <Card title="Company Profile">
      <form ref={place} noValidate onSubmit={submit} aria-label="Company Profile">
        {restored && (
          <DraftRestoredAlert
            onStartOver={() => {
              form.reset(stored);
              setRestored(false);
            }}
          />
        )}
        <div className="form-grid">
          <Field label="Name" required className="wide" error={form.shown("name")}>
            <TextInput {...text("name", 200)} />
          </Field>
          {textField(registrationNumber)}
          <Field label="Preferred currency" required error={form.shown("preferredCurrency")}>
            <CurrencyPicker
              value={values.preferredCurrency}
              disabled={saving}
              onChange={(code) => {
                form.set("preferredCurrency", code);
                form.touch("preferredCurrency");
              }}
            />
          </Field>
          <Field label="Ownership type" error={form.shown("ownershipType")}>
            <Select {...text("ownershipType")} placeholder="Not specified" options={ownershipTypes} />
          </Field>
          {otherTexts.map(textField)}
          <Field
            label="Time zone"
            className="wide"
            hint="For deadlines in e-mails and documents."
            error={form.shown("timeZone")}
          >
            <TimeZonePicker
              value={values.timeZone}
              defaultLabel="UTC"
              disabled={saving}
              onChange={(name) => form.set("timeZone", name)}
            />
          </Field>
          <Field
            label="Brief description"
            className="wide"
            hint="One or two sentences that introduce your organisation."
            error={form.shown("briefDescription")}
          >
            <TextArea {...text("briefDescription", 1000)} grow />
          </Field>
          <Field isCustom label="Description" className="wide" error={form.shown("descriptionHtml")}>
            <RichEditor
              value={values.descriptionHtml}
              disabled={saving}
              onChange={(html) => form.set("descriptionHtml", html)}
            />
          </Field>
        </div>
        <FailureAlert error={failure} />
        <Button
          type="submit"
          variant="primary"
          busy={saving}
          busyText="Saving..."
          disabled={!changed || !form.valid}
        >
          Save profile
        </Button>
      </form>
    </Card>
  );
}
