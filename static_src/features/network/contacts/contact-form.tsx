import type { SubmitEvent } from "react";
import { request } from "../../../api/client";
import { useUniqueEmail } from "../../../domain/people/use-unique-email";
import { TimeZonePicker } from "../../../domain/places/time-zone-picker";
import { usePageContext } from "../../../lib/browser/page-context";
import { useFocusFirst } from "../../../lib/browser/use-focus-first";
import { useBasis } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { emailFault, emailInUse } from "../../../lib/text/email";
import { Button } from "../../../ui/button";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { PasswordInput, Select, TextInput } from "../../../ui/inputs";
import { useFaultFocus } from "../../../ui/use-fault-focus";
import type { UserDetails } from "../types";

type Entries = {
  name: string;
  jobTitle: string;
  email: string;
  phone: string;
  mobile: string;
  /** Empty for the organisation's time zone. */
  timeZone: string;
  role: string;
};
type Values = Entries & { currentPassword: string };

const required = (text: string, sentence: string) => (text.trim() ? undefined : sentence);

const isOther = (email: string, before: string | null) =>
  email.trim().toLowerCase() !== (before ?? "").toLowerCase();

function check({ name, jobTitle, email, phone, mobile }: Entries) {
  return {
    name: required(name, "A name is required."),
    jobTitle: required(jobTitle, "A job title is required."),
    email: emailFault(email),
    phone: required(phone, "A phone number is required."),
    mobile: required(mobile, "A mobile number is required."),
  };
}

/** Return the label for users who have not set a time zone. */
export const organisationZone = (user: Pick<UserDetails, "organisationTimeZone">) =>
  `Same as your organisation (${user.organisationTimeZone ?? "UTC"})`;

const emailSent = (email: string, isSelf: boolean) =>
  `We sent a link to ${email}. ${isSelf ? "Your" : "The"} e-mail changes when ${isSelf ? "you open it" : "it is opened"}.`;

type Props = {
  user: UserDetails;
  onCancel: () => void;
  /** `note` explains how to confirm a changed e-mail address; it is empty if the address is the same. */
  onSaved: (user: UserDetails, note: string) => void;
};

/** The form with the details of a person; nothing changes before it is saved (specification, section 5, User edit). */
export function ContactForm({ user, onCancel, onSaved }: Props) {
  const isSelf = usePageContext().user?.id === user.id;
  const needsPassword = (email: string) => isSelf && isOther(email, user.email);
  const form = useFormFields<Values>(
    {
      name: user.name,
      jobTitle: user.jobTitle ?? "",
      email: user.email ?? "",
      phone: user.phone ?? "",
      mobile: user.mobile ?? "",
      timeZone: user.timeZone ?? "",
      role: user.role ?? "",
      currentPassword: "",
    },
    (values) => ({
      ...check(values),
      currentPassword:
        !needsPassword(values.email) || values.currentPassword
          ? undefined
          : "Enter your current password to change your e-mail address.",
    }),
  );
  const { values } = form;
  const { currentPassword, ...entries } = values;
  const basis = useBasis<Entries>(entries);
  const draftState = useDraft<Entries>(
    `contact.${user.id}`,
    () => entries,
    (draft) => form.reset({ ...entries, ...draft, currentPassword: "" }),
  );
  const email = useUniqueEmail(values.email, { own: user.email ?? undefined });
  const valid = form.valid && !email.checking && !email.taken;

  const newEmail = values.email.trim();
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () => {
      const { role, ...details } = entries;
      return request("PUT", "/api/user/{user_id}", {
        path: { user_id: user.id },
        body: {
          ...details,
          email: newEmail,
          ...(needsPassword(newEmail) ? { currentPassword } : {}),
          ...(user.mayChangeRole && role ? { role } : {}),
          basedOn: basis.basedOn,
        },
        toast: (error) => form.refuse(error),
      });
    },
    success: "Details saved ok",
    onSaved: (saved) => onSaved(saved, isOther(newEmail, saved.email) ? emailSent(newEmail, isSelf) : ""),
    basis,
    leaves: true,
  });
  const place = useFocusFirst(useFaultFocus<HTMLFormElement>(saving));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.touchAll() && valid) save();
  };
  const text = (
    name: Exclude<keyof Entries, "role" | "email" | "timeZone">,
    label: string,
    autoComplete: string,
    maxLength = 200,
  ) => (
    <Field label={label} required error={form.shown(name)}>
      <TextInput
        maxLength={maxLength}
        type={autoComplete === "tel" ? "tel" : "text"}
        autoComplete="off"
        disabled={saving}
        {...form.text(name)}
      />
    </Field>
  );
  // The user's current role stays a choice, even if the viewer could not assign it.
  const roles = user.role && !user.roles.includes(user.role) ? [user.role, ...user.roles] : user.roles;

  return (
    <form ref={place} noValidate onSubmit={submit} aria-label="Details">
      {draftState.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
      <div className="form-grid">
        {text("name", "Name", "name")}
        {text("jobTitle", "Job title", "organization-title")}
        <Field
          label="E-mail address"
          required
          className="wide"
          error={email.taken ? emailInUse : form.shown("email")}
        >
          <TextInput
            type="email"
            maxLength={254}
            autoComplete="off"
            disabled={saving}
            {...form.text("email")}
          />
        </Field>
        {needsPassword(values.email) && (
          <Field
            label="Current password"
            required
            className="wide"
            hint="Needed to change your e-mail address."
            error={form.shown("currentPassword")}
          >
            <PasswordInput
              maxLength={1000}
              autoComplete="current-password"
              disabled={saving}
              {...form.text("currentPassword")}
            />
          </Field>
        )}
        {text("phone", "Phone", "tel", 50)}
        {text("mobile", "Mobile", "tel", 50)}
        <Field
          label="Time zone"
          className="wide"
          hint="For deadlines in e-mails and documents."
          error={form.shown("timeZone")}
        >
          <TimeZonePicker
            value={values.timeZone}
            defaultLabel={organisationZone(user)}
            disabled={saving}
            onChange={(name) => form.set("timeZone", name)}
          />
        </Field>
        <Field
          label="Role"
          className="wide"
          error={form.shown("role")}
          hint={
            user.mayChangeRole
              ? undefined
              : "You can't change your own role, or a role with more permissions than yours."
          }
        >
          <Select
            value={values.role}
            options={roles.map((name) => ({ value: name, label: name }))}
            {...(values.role ? {} : { placeholder: "none" })}
            disabled={saving || !user.mayChangeRole}
            onChange={(event) => form.set("role", event.target.value)}
          />
        </Field>
      </div>
      <FailureAlert error={failure} />
      <div className="button-row">
        <Button type="submit" variant="primary" busy={saving} busyText="Saving..." disabled={!valid}>
          Save
        </Button>
        <Button onClick={onCancel} disabled={saving}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
