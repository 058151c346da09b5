import { useEffect, useId, useMemo, useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { type ApiError, errorText, isOffline, isSentBefore } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { FileUpload } from "../../domain/uploads/file-upload";
import { usePageContext, usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import type { OverlayProps } from "../../lib/overlays";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { toasts } from "../../lib/toasts";
import { DateInput } from "../../ui/date-input";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { RichEditor } from "../../ui/rich-editor";
import {
  carriesRfx,
  type Draft,
  type DraftErrors,
  draftErrors,
  emptyDraft,
  isWorthKeeping,
  payloadOf,
  serverErrors,
  today,
} from "./draft";
import { DocumentsField, GuestsField, OrganisationsField, UsersField } from "./recipient-fields";
import { forgetUsers, usersOf } from "./searches";

const draftKey = "newMessage";

const types = [
  { value: "MESSAGE", label: "Message" },
  { value: "RFI", label: "RFI" },
  { value: "NDA", label: "NDA" },
] as const;

/** The fields in the order in which they stand, for the summary of what is wrong. */
const order = [
  "type",
  "recipients",
  "guests",
  "documents",
  "deadline",
  "subject",
  "html",
  "files",
] as const satisfies readonly (keyof DraftErrors)[];

/**
 * New Message (specification, sections 2, 5 and 7): a message, or with documents an RFI or NDA. A message to several
 * organisations becomes a thread, and an RFx, for each, so that they do not learn of each other.
 */
export default function NewMessageModal({ detail, show, onClose }: OverlayProps<"OPEN_NEW_MESSAGE">) {
  const userId = usePageContext().user?.id ?? 0;
  const mayMessage = usePermission("SEND_MESSAGES");
  const maySendRfx = usePermission("SEND_RFX");
  const id = useId();
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<Draft>(draftKey, userId));
  const [draft, setDraft] = useState<Draft>(() => startingWith(restoredDraft, detail, mayMessage));
  const [errors, setErrors] = useState<DraftErrors>({});
  // As it was when sending was tried: it does not move what is below it while that is being mended.
  const [summary, setSummary] = useState<DraftErrors>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState("");
  const [sending, setSending] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const offered = useMemo(
    () => types.filter(({ value }) => (value === "MESSAGE" ? mayMessage : maySendRfx)),
    [mayMessage, maySendRfx],
  );

  useEffect(() => forgetUsers, []);
  useEffect(() => {
    const { organisationId, organisationName = "", userId: wanted } = detail;
    if (!organisationId || !wanted) return;
    usersOf({ value: organisationId, label: organisationName }).then(
      (users) => {
        const user = users.find(({ value }) => value === wanted);
        if (user) setDraft((now) => ({ ...now, users: [user] }));
      },
      () =>
        toasts.error(`The people at ${organisationName} could not be loaded: everyone is addressed so far.`),
    );
  }, [detail]);
  const discard = useDraftSaving(draftKey, userId, () => worthKeeping(draft), show);

  const change = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }));
    if (attempts > 0) setErrors(draftErrors({ ...draft, ...changes }, today()));
  };

  const send = async () => {
    const found = draftErrors(draft, today());
    setErrors(found);
    setSummary(found);
    setAttempts(attempts + 1);
    setFailure("");
    if (Object.keys(found).length > 0 || uploading) return;
    setSending(true);
    try {
      const body = payloadOf(draft);
      await request("POST", "/api/messageThread", { body, idempotencyKey: key, toast: (e) => !told(e) });
    } catch (error) {
      const refused = serverErrors(fieldErrors(error)) ?? {};
      setErrors(refused);
      setSummary(refused);
      setAttempts(attempts + 2);
      if (isOffline(error)) setFailure(`${errorText(error)} ${stillHere}`);
      if (isSentBefore(error)) {
        setKey(newIdempotencyKey());
        setFailure(sentBefore);
      }
      return;
    } finally {
      setSending(false);
    }
    discard();
    toasts.success("Message sent ok.");
    emit("MESSAGES_CHANGED", {});
    emit("RFX_CHANGED", {});
    emit("EVENT_LOG_CHANGED", {});
    onClose();
  };

  const withRfx = carriesRfx(draft);
  const fieldId = (name: keyof DraftErrors) => `${id}-${name}`;
  const summarised = order.flatMap((name) =>
    (summary[name] ?? []).map((message) => ({ fieldId: fieldId(name), message })),
  );
  return (
    <FormModal
      show={show}
      title="New Message"
      size="lg"
      draftState={null}
      onClose={onClose}
      busy={sending}
      attempts={attempts}
      summary={summarised}
      failure={failure}
      onSubmit={send}
      submitLabel="Send Message"
      submitIcon="send"
      busyText="Sending..."
      canSubmit={!uploading}
      onCancel={() => {
        discard();
        onClose();
      }}
    >
      {restoredDraft && (
        <DraftRestoredAlert
          onStartOver={() => {
            setRestoredDraft(null);
            setErrors({});
            setSummary({});
            setDraft(startingWith(null, detail, mayMessage));
          }}
        />
      )}
      {offered.length > 1 && (
        <FieldGroup label="Message type" id={fieldId("type")} error={errors.type}>
          <RadioCards
            layout="chips"
            value={draft.type}
            options={offered}
            onChange={(type) => change({ type, documents: [], bundle: null })}
          />
        </FieldGroup>
      )}
      <OrganisationsField
        id={fieldId("recipients")}
        draft={draft}
        error={errors.recipients}
        onChange={change}
      />
      {draft.organisations.length > 0 && <UsersField draft={draft} onChange={change} />}
      {withRfx && (
        <>
          <GuestsField id={fieldId("guests")} draft={draft} error={errors.guests} onChange={change} />
          <DocumentsField
            id={fieldId("documents")}
            draft={draft}
            error={errors.documents}
            onChange={change}
          />
          <Field
            label="Deadline"
            hint="Leave it empty for none."
            id={fieldId("deadline")}
            error={errors.deadline}
          >
            <DateInput
              value={draft.deadline}
              text={draft.deadlineText}
              min={today()}
              onChange={(deadline, deadlineText) => change({ deadline, deadlineText })}
            />
          </Field>
        </>
      )}
      <Field label="Subject" required id={fieldId("subject")} error={errors.subject}>
        <TextInput
          value={draft.subject}
          maxLength={300}
          autoComplete="off"
          onChange={(event) => change({ subject: event.target.value })}
        />
      </Field>
      <Field isCustom label="Message" required id={fieldId("html")} error={errors.html}>
        <RichEditor value={draft.html} onChange={(html) => change({ html })} />
      </Field>
      <FieldGroup label="Attachments" id={fieldId("files")}>
        <FileUpload
          kind="MESSAGE"
          files={draft.files}
          onChange={(files) => change({ files })}
          onBusy={setUploading}
        />
        <FieldErrors errors={errors.files ?? []} />
      </FieldGroup>
    </FormModal>
  );
}

const worthKeeping = (draft: Draft) => (isWorthKeeping(draft) ? draft : null);

const stillHere = "What you wrote is still here.";
const sentBefore =
  "The message had been sent the first time, as it was before you changed it. Send again to send this one as well.";

/** What the form says itself needs no toast: faults at its fields, and that there is no connection. */
function told(error: ApiError): boolean {
  if (isSentBefore(error)) return true;
  return error.hasFields && serverErrors(error.fields) !== null;
}

/** The draft that was kept, if the opener wants nothing else; else one with what the opener knows. */
function startingWith(
  kept: Draft | null,
  detail: OverlayProps<"OPEN_NEW_MESSAGE">["detail"],
  mayMessage: boolean,
): Draft {
  const { organisationId, organisationName, type } = detail;
  const draft = kept ?? emptyDraft;
  const organisations = organisationId
    ? [{ value: organisationId, label: organisationName ?? `Organisation ${organisationId}` }]
    : draft.organisations;
  const users = draft.users.filter((user) =>
    organisations.some(({ value }) => value === user.organisationId),
  );
  return {
    ...draft,
    type: type ?? kept?.type ?? (mayMessage ? "MESSAGE" : "RFI"),
    ...(type && type !== draft.type ? { documents: [], bundle: null } : {}),
    organisations,
    users,
  };
}
