import { useEffect, useId, useMemo, useState } from "react";
import { request } from "../../api/client";
import { type ApiError, errorText, isOffline, isSentBefore } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import type { ApiResponse } from "../../api/types";
import { followJob } from "../../domain/bulk/follow-job";
import { FileUpload } from "../../domain/uploads/file-upload";
import { usePageContext, usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import type { OverlayProps } from "../../lib/overlays";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import { DateInput } from "../../ui/date-input";
import { DraftRestoredAlert } from "../../ui/draft-restored-alert";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { RichEditor } from "../../ui/rich-editor";
import { copiedDraft, newRoundDraft } from "./copied-draft";
import {
  carriesRfx,
  type Draft,
  type DraftErrors,
  draftErrors,
  emptyDraft,
  isWorthKeeping,
  messageBody,
  serverErrors,
  today,
  withDocuments,
} from "./draft";
import { MoreRecipients } from "./more-recipients";
import { Recap } from "./recap";
import { DocumentsField, GuestsField, OrganisationsField, UsersField } from "./recipient-fields";
import { requestBody } from "./request-draft";
import { clearUsers, usersOf } from "./searches";
import { SendingFields, StartField } from "./sending-fields";

const draftKey = "newMessage";

const types = [
  { value: "MESSAGE", label: "Message" },
  { value: "RFI", label: "RFI" },
  { value: "NDA", label: "NDA" },
] as const;

/** The fields in their order on the screen, for the error summary. */
const order = [
  "type",
  "recipients",
  "pasted",
  "guests",
  "documents",
  "deadline",
  "sendAt",
  "subject",
  "html",
  "files",
] as const satisfies readonly (keyof DraftErrors)[];

/**
 * New Message (specification, sections 2, 5 and 7): a message, or with documents an RFI or NDA. Each organisation gets
 * its own thread and RFx, so that no organisation sees the others. Opened for an RFx, its title is "New RFx".
 */
export default function NewMessageModal({ detail, show, onClose }: OverlayProps<"OPEN_NEW_MESSAGE">) {
  const userId = usePageContext().user?.id ?? 0;
  const mayMessage = usePermission("SEND_MESSAGES");
  const maySendRfx = usePermission("SEND_RFX");
  const id = useId();
  const [restoredDraft, setRestoredDraft] = useState(() => takeDraft<Draft>(draftKey, userId));
  const [draft, setDraft] = useState<Draft>(() => startingWith(restoredDraft, detail, mayMessage));
  const [errors, setErrors] = useState<DraftErrors>({});
  // The errors of the last attempt. Corrected fields leave the summary; new errors wait for the next attempt.
  const [summary, setSummary] = useState<DraftErrors>({});
  const [attempts, setAttempts] = useState(0);
  const [uploading, setUploading] = useState(false);
  const offered = useMemo(
    () => types.filter(({ value }) => (value === "MESSAGE" ? mayMessage : maySendRfx)),
    [mayMessage, maySendRfx],
  );

  useEffect(() => clearUsers, []);
  useEffect(() => {
    const { organisationId, organisationName = "", userId: recipientId } = detail;
    if (!organisationId || !recipientId) return;
    usersOf({ value: organisationId, label: organisationName }).then(
      (users) => {
        const user = users.find(({ value }) => value === recipientId);
        if (user) setDraft((current) => ({ ...current, users: [user] }));
      },
      () =>
        toasts.error(`The people at ${organisationName} could not be loaded: everyone is addressed so far.`),
    );
  }, [detail]);
  useEffect(() => {
    const { copyOf } = detail;
    if (!copyOf) return;
    request("GET", "/api/rfxRequest/{request_id}/copy", { path: { request_id: copyOf } }).then(
      (copy) => {
        setDraft(copiedDraft(copy));
        if (copy.missing.length > 0) {
          toasts.info(`Not in the copy, because it can no longer be sent: ${copy.missing.join(", ")}`);
        }
      },
      () => {},
    );
  }, [detail]);
  useEffect(() => {
    const { newRoundOf } = detail;
    if (!newRoundOf) return;
    request("GET", "/api/rfx/{rfx_id}/newRound", { path: { rfx_id: newRoundOf } }).then(
      (round) => {
        setDraft(newRoundDraft(newRoundOf, round));
        if (round.missing.length > 0) {
          toasts.info(`Not in the new round, because it can no longer be sent: ${round.missing.join(", ")}`);
        }
      },
      () => {},
    );
  }, [detail]);
  const discard = useDraftSaving(draftKey, userId, () => worthKeeping(draft), show);

  const change = (changes: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...changes }));
    if (attempts > 0) setErrors(draftErrors({ ...draft, ...changes }, today()));
  };

  const {
    save,
    busy: sending,
    failure,
    setFailure,
  } = useSave({
    send: async (written: Draft, idempotencyKey) =>
      carriesRfx(written)
        ? await request("POST", "/api/rfxRequest", {
            body: requestBody(written),
            idempotencyKey,
            toast: needsToast,
          })
        : await request("POST", "/api/messageThread", {
            body: messageBody(written),
            idempotencyKey,
            toast: needsToast,
          }),
    onSaved: (sent) => {
      if ("threadIds" in sent) toasts.success("Message sent ok.", linkToThreads(sent));
      else {
        toasts.success(sent.state === "SCHEDULED" ? "Request scheduled." : "Message sent ok.", {
          label: "View request",
          href: `/rfx/request/${sent.id}`,
        });
        if (sent.bulkJobId) void followJob(sent.bulkJobId);
      }
      discard();
      emit("MESSAGES_CHANGED", {});
      emit("RFX_CHANGED", {});
      emit("EVENT_LOG_CHANGED", {});
      onClose();
    },
    failureOf: (error) => {
      if (isSentBefore(error)) return sentBefore;
      return isOffline(error) ? `${errorText(error)} What you wrote is still here.` : "";
    },
    onError: (error) => {
      const refused = serverErrors(fieldErrors(error), draft) ?? {};
      setErrors(refused);
      setSummary(refused);
      setAttempts(attempts + 2);
    },
    keepsKey: true,
  });
  const submit = () => {
    const problems = draftErrors(draft, today());
    setErrors(problems);
    setSummary(problems);
    setAttempts(attempts + 1);
    setFailure("");
    if (Object.keys(problems).length === 0 && !uploading) save(draft);
  };

  const withRfx = carriesRfx(draft);
  const fieldId = (name: keyof DraftErrors) => `${id}-${name}`;
  const summarised = order.flatMap((name) =>
    (errors[name] ? (summary[name] ?? []) : []).map((message) => ({ fieldId: fieldId(name), message })),
  );
  return (
    <FormModal
      show={show}
      title={detail.type && withRfx ? "New RFx" : "New Message"}
      size="lg"
      draftState={null}
      onClose={onClose}
      busy={sending}
      attempts={attempts}
      summary={summarised}
      failure={failure}
      onSubmit={submit}
      submitLabel="Send Message"
      submitIcon="send"
      busyText="Sending..."
      canSubmit={!uploading}
      note={<Recap draft={draft} />}
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
          <MoreRecipients
            key={detail.copyOf ? `copy-${draft.type}` : "new"}
            id={fieldId("pasted")}
            draft={draft}
            error={errors.pasted}
            onChange={change}
          />
          <GuestsField id={fieldId("guests")} draft={draft} error={errors.guests} onChange={change} />
          <DocumentsField
            id={fieldId("documents")}
            draft={draft}
            error={errors.documents}
            onChange={change}
          />
          <StartField draft={draft} onChange={change} />
          <Field label="Deadline" hint="Optional." id={fieldId("deadline")} error={errors.deadline}>
            <DateInput
              value={draft.deadline}
              text={draft.deadlineText}
              min={today()}
              onChange={(deadline, deadlineText) => change({ deadline, deadlineText })}
            />
          </Field>
          <SendingFields id={fieldId("sendAt")} draft={draft} errors={errors} onChange={change} />
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

/** Return the link of the toast: to the sent message, or to the list if there are several. */
function linkToThreads({ threadIds }: Pick<ApiResponse<"NewThreadResult">, "threadIds">) {
  if (threadIds.length === 1) return { label: "View message", href: `/messages/t/${threadIds[0]}` };
  return { label: `View ${threadIds.length} messages`, href: "/messages" };
}

const worthKeeping = (draft: Draft) => (isWorthKeeping(draft) ? draft : null);

const sentBefore =
  "Your message was sent, without your latest changes. Send again to send the changed message as well.";

/** Return false for errors that the form shows itself: errors of its fields, and a message that was sent before. */
function needsToast(error: ApiError): boolean {
  return !isSentBefore(error) && !(error.hasFields && serverErrors(error.fields) !== null);
}

/** Return the saved draft or an empty one, with the organisation, the type and the form of the opener. */
function startingWith(
  savedDraft: Draft | null,
  detail: OverlayProps<"OPEN_NEW_MESSAGE">["detail"],
  mayMessage: boolean,
): Draft {
  const { organisationId, organisationName, type, docForm, networkFilter } = detail;
  const opened =
    detail.organisations?.map(({ id, name }) => ({ value: id, label: name })) ??
    (organisationId
      ? [{ value: organisationId, label: organisationName ?? `Organisation ${organisationId}` }]
      : null);
  // A draft that was stored by an earlier version has no values for newer fields.
  const draft = { ...emptyDraft, ...savedDraft };
  const organisations = opened ?? draft.organisations;
  const users = draft.users.filter((user) =>
    organisations.some(({ value }) => value === user.organisationId),
  );
  const chosen = docForm && [{ value: docForm.id, label: docForm.title }];
  return {
    ...draft,
    type: type ?? savedDraft?.type ?? (mayMessage ? "MESSAGE" : "RFI"),
    ...(type && type !== draft.type ? { documents: [], bundle: null } : {}),
    ...(chosen ? withDocuments(draft, chosen) : {}),
    ...(networkFilter ? { networkFilter } : {}),
    organisations,
    users,
  };
}
