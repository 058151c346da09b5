import { useState } from "react";
import { DownloadButton } from "../../../domain/download-button";
import { formatCount } from "../../../lib/text/numbers";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { Time } from "../../../ui/time";
import { downloadWorkbook } from "../comparison/comparison-calls";
import type { RfxRequest } from "../types";
import { SendBackDialog, SubmitDialog } from "./approval-dialogs";
import { approveAward, cancelAward, downloadReport, recallAward, sendLetters } from "./award-calls";
import type { Award } from "./types";
import "./award.scss";

type Props = {
  request: RfxRequest;
  award: Award;
  /** The decision has unsaved changes. */
  isDirty: boolean;
  onChanged: () => Promise<void>;
};
type Dialog = "submit" | "approve" | "sendBack" | "recall" | "cancel" | "send";

/** The state of an award, and the actions that lead to the next one. */
export function NextStep({ request, award, isDirty, onChanged }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { actions, updated } = award;
  const close = () => setDialog(null);
  const run = (send: () => Promise<unknown>, done: string) => async () => {
    // After an error the state may be another one.
    await send().finally(onChanged);
    toasts.success(done);
    close();
  };
  const letters = award.suppliers.filter(({ getsLetter }) => getsLetter).length;
  const without = award.suppliers.length - letters;
  const chosen = award.suppliers.filter(({ isAwarded }) => isAwarded).length;
  return (
    <Card title={titles[award.state ?? "DRAFT"]}>
      <div className="award-step">
        <StateText award={award} />
        {actions.decide && (
          <>
            <Button variant="primary" icon="check" onClick={() => setDialog("approve")}>
              Approve
            </Button>
            <Button onClick={() => setDialog("sendBack")}>Send back...</Button>
          </>
        )}
        {actions.submit && (
          <Button variant="primary" disabled={chosen === 0 || isDirty} onClick={() => setDialog("submit")}>
            Ask for approval...
          </Button>
        )}
        {actions.send && (
          <Button
            variant="primary"
            icon="send"
            disabled={chosen === 0 || isDirty}
            onClick={() => setDialog("send")}
          >
            Send letters...
          </Button>
        )}
        {isDirty && (actions.submit || actions.send) && (
          <p className="text-secondary">Save the draft first.</p>
        )}
        {award.state !== "SENT" && <ReportButton requestId={request.id} />}
        {award.state === "SENT" && <Downloads requestId={request.id} />}
        {actions.recall && <Button onClick={() => setDialog("recall")}>Take back...</Button>}
        {actions.cancel && (
          <Button variant="link" onClick={() => setDialog("cancel")}>
            Cancel the award...
          </Button>
        )}
      </div>
      {dialog === "submit" && (
        <SubmitDialog requestId={request.id} award={award} onChanged={onChanged} onClose={close} />
      )}
      {dialog === "sendBack" && (
        <SendBackDialog requestId={request.id} onChanged={onChanged} onClose={close} />
      )}
      <ConfirmModal
        show={dialog === "approve"}
        title="Approve this award?"
        confirmLabel="Approve"
        busyLabel="Approving..."
        onConfirm={run(() => approveAward(request.id, updated), "Award approved.")}
        onClose={close}
      >
        {award.submittedBy?.name ?? "The sender"} can send the letters then.
      </ConfirmModal>
      <ConfirmModal
        show={dialog === "recall"}
        title="Take back this award?"
        confirmLabel="Take back"
        onConfirm={run(() => recallAward(request.id), "The award is a draft again.")}
        onClose={close}
      >
        It is a draft again and needs a new approval.
      </ConfirmModal>
      <ConfirmModal
        show={dialog === "cancel"}
        title="Cancel this award?"
        confirmLabel="Cancel award"
        cancelLabel="Keep it"
        danger
        onConfirm={run(() => cancelAward(request.id), "Award cancelled.")}
        onClose={close}
      >
        No letter is sent. You can choose suppliers again later.
      </ConfirmModal>
      <ConfirmModal
        show={dialog === "send"}
        title={`Send ${formatCount(letters, "letter")}?`}
        confirmLabel={`Send ${formatCount(letters, "letter")}`}
        busyLabel="Sending..."
        onConfirm={run(() => sendLetters(request.id, updated), "The letters are being sent.")}
        onClose={close}
      >
        {formatCount(chosen, "supplier is", "suppliers are")} awarded, {letters - chosen} not awarded.
        {without > 0 &&
          ` ${formatCount(without, "supplier gets", "suppliers get")} no letter, because no response was submitted.`}{" "}
        Letters can't be changed or taken back after they are sent.
      </ConfirmModal>
    </Card>
  );
}

const titles: Record<NonNullable<Award["state"]>, string> = {
  DRAFT: "Draft",
  PENDING_APPROVAL: "Waiting for approval",
  APPROVED: "Approved",
  SENT: "Letters sent",
  CANCELLED: "Cancelled",
};

function StateText({ award }: { award: Award }) {
  const { state, approver, approved, submittedBy, submitted, sent, sentBy, suppliers } = award;
  if (state === "SENT") {
    const waiting = suppliers.filter(({ letterState }) => letterState === "WAITING").length;
    const failed = suppliers.filter(({ letterState }) => letterState === "FAILED").length;
    const late = suppliers.filter((each) => each.canSendLetter && each.letterState === null).length;
    return (
      <>
        <p>
          Sent <Time value={sent ?? ""} as="dateTime" /> by <bdi>{sentBy?.name}</bdi>.
        </p>
        {waiting > 0 && (
          <p role="status">{formatCount(waiting, "letter is", "letters are")} still being sent.</p>
        )}
        {failed > 0 && (
          <p className="text-danger">{formatCount(failed, "letter was", "letters were")} not delivered.</p>
        )}
        {late > 0 && (
          <p className="text-danger">
            {late === 1
              ? "1 supplier responded later and has no letter yet."
              : `${late} suppliers responded later and have no letter yet.`}
          </p>
        )}
        {approved && (
          <p>
            Approved <Time value={approved} as="dateTime" /> by <bdi>{approver?.name}</bdi>.
          </p>
        )}
      </>
    );
  }
  if (state === "APPROVED")
    return (
      <p>
        <bdi>{approver?.name}</bdi> approved this award <Time value={approved ?? ""} as="dateTime" />. Check
        the letters and send them.
      </p>
    );
  if (state === "PENDING_APPROVAL" && award.actions.decide)
    return (
      <p>
        <bdi>{submittedBy?.name}</bdi> asks you to approve this award. Read the reasons and the letters first.
      </p>
    );
  if (state === "PENDING_APPROVAL")
    return (
      <p>
        <bdi>{approver?.name}</bdi> was asked for approval <Time value={submitted ?? ""} as="dateTime" />.
      </p>
    );
  return (
    <p>
      {award.needsApproval
        ? "Your organisation needs an approval by a second person before the letters are sent."
        : "Check the letters, then send them to all suppliers that submitted a response."}
    </p>
  );
}

function ReportButton({ requestId }: { requestId: number }) {
  return (
    <DownloadButton icon="pdf" download={() => downloadReport(requestId)}>
      Report (PDF)
    </DownloadButton>
  );
}

function Downloads({ requestId }: { requestId: number }) {
  return (
    <>
      <ReportButton requestId={requestId} />
      <DownloadButton download={() => downloadWorkbook(requestId)}>Comparison (XLSX)</DownloadButton>
    </>
  );
}
