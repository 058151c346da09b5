import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { request } from "../../../api/client";
import { type Level, LevelPicker } from "../../../domain/level";
import { useUniqueEmail } from "../../../domain/people/use-unique-email";
import { usePageContext } from "../../../lib/browser/page-context";
import { takeDraft, useDraftSaving } from "../../../lib/state/drafts";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { emailFault, emailInUse } from "../../../lib/text/email";
import { toasts } from "../../../lib/toasts";
import { Button, ButtonLink } from "../../../ui/button";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field, StillNeeded } from "../../../ui/field";
import { Checkbox, Switch, TextInput } from "../../../ui/inputs";
import { BackLink, PageHeader } from "../../../ui/page-header";
import { RichEditor } from "../../../ui/rich-editor";
import { InviteMatch, useInviteMatch } from "./invite-match";
import "../network.scss";

type Props = {
  /** The initial message: the organisation's template, or else a short greeting. */
  message: string;
};

type Values = {
  contactName: string;
  contactEmail: string;
  organisationName: string;
  relationshipLevel: Level;
  withMessage: boolean;
  message: string;
  saveMessage: boolean;
  testSupplier: boolean;
};

function check({ contactName, contactEmail, organisationName }: Values) {
  return {
    contactName: contactName.trim() ? undefined : "A contact name is required.",
    contactEmail: emailFault(contactEmail),
    organisationName: organisationName.trim() ? undefined : "An organisation name is required.",
  };
}

/** /organisations/invite: sends a mail to a supplier without an account (specification, section 2, Invite supplier). */
export default function Invite({ message }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const blank: Values = {
    contactName: "",
    contactEmail: "",
    organisationName: "",
    relationshipLevel: "Evaluation",
    withMessage: false,
    message,
    saveMessage: false,
    testSupplier: false,
  };
  const form = useFormFields<Values>(blank, check);
  const { values } = form;
  const [restored, setRestored] = useState(false);
  const restore = useEffectEvent((savedDraft: Values) => {
    form.reset(savedDraft);
    setRestored(true);
  });
  useEffect(() => {
    const savedDraft = takeDraft<Values>("invite", userId);
    if (savedDraft) restore(savedDraft);
  }, [userId]);
  const discard = useDraftSaving("invite", userId, () =>
    values.contactName || values.contactEmail || values.organisationName || values.message !== message
      ? values
      : null,
  );
  const email = useUniqueEmail(values.contactEmail, { forInvitation: true });
  const match = useInviteMatch(values.contactEmail, values.organisationName);
  const taken = email.taken || match?.hasEmail === true;
  const valid = form.valid && !email.checking && !taken;

  const first = useRef<HTMLInputElement>(null);
  const send = (body: ReturnType<typeof bodyOf>, idempotencyKey: string) =>
    request("POST", "/api/relationship/invite", {
      body,
      idempotencyKey,
      toast: (error) => form.refuse(error),
    });
  const sendOne = useSave({
    send,
    success: "Invitation sent ok",
    onSaved: ({ withOrganisation }) => {
      discard();
      window.location.assign(`/organisations/${withOrganisation.id}`);
    },
    leaves: true,
  });
  const sendAndStay = useSave({
    send,
    onSaved: ({ withOrganisation: { id, name } }) => {
      toasts.success("Invitation sent ok", { label: name, href: `/organisations/${id}` });
      form.reset({ ...values, contactName: "", contactEmail: "", organisationName: "", saveMessage: false });
      setRestored(false);
      first.current?.focus();
    },
  });
  const sending = sendOne.busy || sendAndStay.busy;
  const failure = sendOne.failure || sendAndStay.failure;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending || !form.touchAll() || !valid) return;
    const staying = event.nativeEvent.submitter?.getAttribute("name") === another;
    sendOne.setFailure("");
    sendAndStay.setFailure("");
    (staying ? sendAndStay : sendOne).save(bodyOf(values));
  };

  return (
    <div className="narrow-page">
      <PageHeader
        above={<BackLink href="/organisations">Back</BackLink>}
        title="Invite A New Supplier"
        sub="We'll e-mail them a link to set up their account."
        actions={<ButtonLink href="/organisations/invite/several">Invite several...</ButtonLink>}
      />
      <form className="card card-body" noValidate onSubmit={submit}>
        {restored && (
          <DraftRestoredAlert
            onStartOver={() => {
              form.reset(blank);
              setRestored(false);
            }}
          />
        )}
        <div className="form-grid">
          <Field label="Contact name" required error={form.shown("contactName")}>
            <TextInput
              ref={first}
              autoFocus
              value={values.contactName}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => form.set("contactName", event.target.value)}
              // The field has the focus from the start: an error on leaving it empty would move the clicked control away.
              onBlur={() => values.contactName && form.touch("contactName")}
            />
          </Field>
          <Field label="Contact email" required error={taken ? emailInUse : form.shown("contactEmail")}>
            <TextInput type="email" maxLength={254} autoComplete="off" {...form.text("contactEmail")} />
          </Field>
          <Field label="Organisation name" required className="wide" error={form.shown("organisationName")}>
            <TextInput maxLength={200} autoComplete="off" {...form.text("organisationName")} />
          </Field>
        </div>
        <InviteMatch match={match} level={values.relationshipLevel} emailTaken={taken} />
        <LevelPicker
          label="Relationship"
          value={values.relationshipLevel}
          onChange={(level) => form.set("relationshipLevel", level)}
        />
        <div className="field">
          <Switch
            label="Add a personal message"
            checked={values.withMessage}
            onChange={(event) => form.set("withMessage", event.target.checked)}
          />
        </div>
        {values.withMessage && (
          <>
            <Field isCustom label="Message" error={form.shown("message")}>
              <RichEditor value={values.message} onChange={(html) => form.set("message", html)} />
            </Field>
            <Checkbox
              label="Save for next time"
              hint="Use this for everyone in your organisation."
              checked={values.saveMessage}
              onChange={(event) => form.set("saveMessage", event.target.checked)}
            />
          </>
        )}
        <div className="field">
          <Checkbox
            label="This is a test supplier"
            hint="Visible only to your organisation."
            checked={values.testSupplier}
            onChange={(event) => form.set("testSupplier", event.target.checked)}
          />
        </div>
        <FailureAlert error={failure} />
        <StillNeeded
          labels={form.missing({
            contactName: "Contact name",
            contactEmail: "Contact email",
            organisationName: "Organisation name",
          })}
        />
        <div className="button-row">
          <Button
            type="submit"
            variant="primary"
            icon="send"
            disabled={!valid}
            busy={sendOne.busy}
            busyText="Sending..."
          >
            Create and Send Invitation
          </Button>
          <Button
            type="submit"
            name={another}
            disabled={!valid}
            busy={sendAndStay.busy}
            busyText="Sending..."
          >
            Send and invite another
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The name of the button that keeps the form open for the next supplier. */
const another = "another";

function bodyOf({ withMessage, message, saveMessage, contactEmail, ...values }: Values) {
  const sent = withMessage && message !== "";
  return {
    ...values,
    contactEmail: contactEmail.trim(),
    message: sent ? message : null,
    saveMessage: sent && saveMessage,
  };
}
