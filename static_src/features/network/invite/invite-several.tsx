import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { fieldErrors } from "../../../api/field-errors";
import { type Level, LevelPicker } from "../../../domain/level";
import { usePageContext } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { takeDraft, useDraftSaving } from "../../../lib/state/drafts";
import { keepPreviousData, useQuery } from "../../../lib/state/queries";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { useSave } from "../../../lib/state/use-save";
import { formatCount, groupDigits } from "../../../lib/text/numbers";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { Checkbox, Switch, TextArea, TextInput } from "../../../ui/inputs";
import { BackLink, PageHeader } from "../../../ui/page-header";
import { RichEditor } from "../../../ui/rich-editor";
import { RichText } from "../../../ui/rich-text";
import { type InviteeRow, InviteeTable, type RowCheck } from "./invitee-table";
import { parseInvitees } from "./parse-invitees";
import type { UninvitedContact } from "./pick-uninvited";
import "./invite.scss";

type Props = {
  /** The initial message: the organisation's template, or else a short greeting. */
  message: string;
  /** The number of imported suppliers that have not been invited. */
  uninvited: number;
};

type Draft = {
  rows: InviteeRow[];
  level: Level;
  withMessage: boolean;
  message: string;
};

const loadPicker = () => import("./pick-uninvited");

/** The server's maximum. */
const maxInvitees = 500;
/** More mails are sent only after their number was typed. */
const confirmedMails = 200;

/** /organisations/invite/several: a pasted list of suppliers, its check, and one mail for each of them. */
export default function InviteSeveral({ message: template, uninvited }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const [rows, setRows] = useState<InviteeRow[]>([]);
  const [level, setLevel] = useState<Level>("Evaluation");
  const [withMessage, setWithMessage] = useState(false);
  const [message, setMessage] = useState(template);
  const [saveMessage, setSaveMessage] = useState(false);
  const [testSupplier, setTestSupplier] = useState(false);
  const [typed, setTyped] = useState("");
  const [numberFault, setNumberFault] = useState("");
  const [restored, setRestored] = useState(false);
  const restore = useEffectEvent((draft: Draft) => {
    setRows(draft.rows);
    setLevel(draft.level);
    setWithMessage(draft.withMessage);
    setMessage(draft.message);
    setRestored(true);
  });
  useEffect(() => {
    const draft = takeDraft<Draft>("invite-several", userId);
    if (draft) restore(draft);
  }, [userId]);
  const discard = useDraftSaving("invite-several", userId, () =>
    rows.length > 0 ? { rows, level, withMessage, message } : null,
  );

  const { checks, sample, isChecking, failed } = useCheck(rows);
  const [pick, setPick] = useQueryParam("pick");
  const picker = useLoaded(loadPicker, uninvited > 0 && pick !== "");
  const count = rows.length;
  const picked = rows.filter(({ id, userId }) => userId || checks.get(id)?.contact).length;
  const faulty = rows.filter(({ id }) => checks.get(id)?.isFaulty).length;
  const undecided = rows.filter((row) => !row.isAnyway && checks.get(row.id)?.needsDecision).length;
  const asksForNumber = count > confirmedMails;
  const { save, busy, failure } = useSave({
    send: (invitees: readonly InviteeRow[], idempotencyKey) =>
      request("POST", "/api/relationship/inviteMany", {
        body: {
          rows: invitees.map(bodyOf),
          relationshipLevel: level,
          testSupplier,
          message: withMessage && message ? message : null,
          saveMessage: withMessage && saveMessage,
          ...(asksForNumber ? { confirmedMails: invitees.length } : {}),
        },
        idempotencyKey,
        toast: false,
      }),
    onSaved: ({ bulkJobId }) => {
      discard();
      window.location.assign(`/bulk/${bulkJobId}`);
    },
    onError: (error) => setNumberFault(fieldErrors(error).confirmedMails?.[0] ?? ""),
    failureOf: (error) => (error instanceof ApiError ? error.message : ""),
    leaves: true,
  });
  const add = (text: string) => {
    const added = parseInvitees(text).map((invitee) => ({ ...invitee, id: newRowId(), isAnyway: false }));
    setRows((now) => [...now, ...added]);
  };
  const addPicked = (contacts: readonly UninvitedContact[]) => {
    const present = new Set(rows.map(({ userId }) => userId));
    const added = contacts.filter(({ id }) => !present.has(id));
    setRows((now) => [...now, ...added.map(rowOf)]);
  };
  const send = () => {
    if (asksForNumber && typed.replace(/[\s,.]/g, "") !== String(count)) {
      setNumberFault(`Type ${count} to send the e-mails.`);
    } else save(rows);
  };
  const startOver = () => {
    setRows([]);
    setRestored(false);
  };

  return (
    <>
      <PageHeader
        above={<BackLink href="/organisations/invite">Back</BackLink>}
        title="Invite several suppliers"
        sub={`Up to ${maxInvitees} at once. We'll e-mail each of them a link to set up their account.`}
      />
      <div className="stack">
        {restored && <DraftRestoredAlert onStartOver={startOver} />}
        <PasteBox
          onAdd={add}
          isFirst={count === 0}
          extra={
            uninvited > 0 && (
              <Button icon="network" onClick={() => setPick("true")}>
                Pick suppliers not invited yet...
              </Button>
            )
          }
        />
        {picker && pick && (
          <picker.PickUninvited
            room={Math.max(maxInvitees - count, 0)}
            onAdd={addPicked}
            onClose={() => setPick("")}
          />
        )}
        {count > 0 && (
          <>
            <InviteeTable rows={rows} checks={checks} onChange={setRows} disabled={busy} />
            <Card title="Invitation">
              {picked < count && <LevelPicker label="Relationship" value={level} onChange={setLevel} />}
              {picked > 0 && (
                <p className="text-secondary">Suppliers of your network keep their level of relationship.</p>
              )}
              <div className="field">
                <Switch
                  label="Add a personal message"
                  checked={withMessage}
                  onChange={(event) => setWithMessage(event.target.checked)}
                />
              </div>
              {withMessage && (
                <>
                  <Field isCustom label="Message">
                    <RichEditor value={message} onChange={setMessage} />
                  </Field>
                  <Checkbox
                    label="Save for next time"
                    hint="Use this for everyone in your organisation."
                    checked={saveMessage}
                    onChange={(event) => setSaveMessage(event.target.checked)}
                  />
                </>
              )}
              {picked < count && (
                <div className="field">
                  <Checkbox
                    label={picked > 0 ? "The others are test suppliers" : "These are test suppliers"}
                    hint="Visible only to your organisation."
                    checked={testSupplier}
                    onChange={(event) => setTestSupplier(event.target.checked)}
                  />
                </div>
              )}
            </Card>
            {sample && (
              <Card title="The e-mail">
                <p className="text-secondary">
                  To <bdi>{sample.to || "the first supplier"}</bdi>
                  {count > 1 && `, and ${groupDigits(count - 1)} more`}
                </p>
                <p>
                  <strong>
                    <bdi>{sample.subject}</bdi>
                  </strong>
                </p>
                {sample.lines.map((line) => (
                  <p key={line}>{line}</p>
                ))}
                {withMessage && message && <RichText html={message} />}
              </Card>
            )}
            {asksForNumber && (
              <Field
                label={`Type ${count} to send the e-mails`}
                required
                error={numberFault || null}
                className="invite-number"
              >
                <TextInput
                  value={typed}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={12}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setNumberFault("");
                  }}
                />
              </Field>
            )}
            <FailureAlert error={failure} />
            <div className="button-row">
              <Button
                variant="primary"
                icon="send"
                onClick={send}
                disabled={isChecking || failed || faulty > 0 || undecided > 0 || count > maxInvitees}
                busy={busy}
                busyText="Starting..."
              >
                Send {formatCount(count, "invitation")}
              </Button>
              <p className="text-secondary" role="status">
                {blockedText({ count, faulty, undecided, isChecking, failed })}
              </p>
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Return the reason why nothing can be sent yet; "" if there is none. */
function blockedText(state: {
  count: number;
  faulty: number;
  undecided: number;
  isChecking: boolean;
  failed: boolean;
}): string {
  const { count, faulty, undecided, isChecking, failed } = state;
  if (count > maxInvitees)
    return `At most ${maxInvitees} suppliers can be invited at once. Remove ${groupDigits(count - maxInvitees)}.`;
  if (failed) return "The list could not be checked. Change a row to try again.";
  if (isChecking) return "Checking...";
  if (faulty > 0) return `${formatCount(faulty, "row needs", "rows need")} a correction.`;
  if (undecided > 0)
    return undecided === 1
      ? "1 row looks like a supplier that exists already. Invite it anyway or leave it out."
      : `${groupDigits(undecided)} rows look like suppliers that exist already. Invite them anyway or leave them out.`;
  return "";
}

/** The box for a list of suppliers. */
function PasteBox(props: { onAdd: (text: string) => void; isFirst: boolean; extra: ReactNode }) {
  const { onAdd, isFirst, extra } = props;
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const lineCount = parseInvitees(text).length;
  const add = () => {
    onAdd(text);
    setText("");
    box.current?.focus();
  };
  return (
    <Card title={isFirst ? "Suppliers" : "More suppliers"}>
      <Field
        label="One supplier in each line"
        hint="Company, contact name and e-mail address, with any separator, or rows copied from a spreadsheet."
      >
        <TextArea
          ref={box}
          value={text}
          rows={isFirst ? 8 : 3}
          spellCheck={false}
          autoFocus={isFirst}
          placeholder={"Calder & Sons; Jo Calder; jo@calder.example"}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="button-row">
        <Button
          {...(isFirst ? { variant: "primary" as const } : {})}
          onClick={add}
          disabled={lineCount === 0}
        >
          {lineCount > 1 ? `Add ${groupDigits(lineCount)} suppliers` : "Add supplier"}
        </Button>
        {extra}
      </div>
    </Card>
  );
}

let lastRowId = 0;
const newRowId = () => `${Date.now()}-${lastRowId++}`;

const rowOf = ({ id, organisationName, name, email }: UninvitedContact): InviteeRow => ({
  id: newRowId(),
  isAnyway: false,
  userId: id,
  organisationName,
  contactName: name,
  contactEmail: email,
});

const bodyOf = ({ organisationName, contactName, contactEmail, userId }: InviteeRow) => ({
  organisationName,
  contactName,
  contactEmail,
  ...(userId ? { userId } : {}),
});

/** Check the rows on the server, half a second after the last change. */
function useCheck(rows: readonly InviteeRow[]) {
  const invitees = rows.map(bodyOf);
  const content = JSON.stringify(invitees.slice(0, maxInvitees));
  const settled = useDebounced(content, 500);
  const query = useQuery({
    queryKey: ["inviteesCheck", settled],
    queryFn: ({ signal }) =>
      request("POST", "/api/relationship/inviteMany/check", {
        body: { rows: JSON.parse(settled) as typeof invitees },
        toast: false,
        signal,
      }),
    enabled: settled !== "[]",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isChecking = settled !== content || query.isPlaceholderData || query.isPending;
  const checks = new Map<string, RowCheck>();
  for (const [index, check] of (query.data?.rows ?? []).entries()) {
    const row = rows[index];
    // While rows are being added or removed, an earlier response belongs to other rows.
    if (!row || settled !== content || query.isPlaceholderData) continue;
    const { contactName, contactEmail, organisationName, match, sameAsRow } = check;
    checks.set(row.id, {
      ...check,
      isFaulty: !!(contactName || contactEmail || organisationName),
      needsDecision: match !== null || sameAsRow !== null,
    });
  }
  return { checks, sample: query.data?.sample ?? null, isChecking, failed: query.isError };
}
