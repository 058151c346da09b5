import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import type { IconName } from "../../../ui/icons";
import { Time } from "../../../ui/time";
import type { Rfx } from "../types";
import { takesAnswers } from "./answering/answering";
import "./answering/form-card.scss";
import "../rfx.scss";

type Props = {
  rfx: Rfx;
  /** Reopen a declined RFx; null if this viewer may not. */
  onReopen?: (() => void) | null;
};

/** Notice above the answers of a closed RFx: its next step, or the reason of the decline. */
export function StatusNotice({ rfx, onReopen = null }: Props) {
  const { status, viewerRole, relationship, declineReason, withdrawnReason, deadline, closed, actions } = rfx;
  const isRequester = viewerRole === "REQUESTER";
  const requester = relationship.organisation.safeName;
  const respondent = relationship.withOrganisation.safeName;
  if (rfx.isAwarded !== null) {
    return (
      <Notice icon={rfx.isAwarded ? "completed" : "info"} tone={rfx.isAwarded ? "ok" : "wait"}>
        {isRequester
          ? `${respondent} was ${rfx.isAwarded ? "" : "not "}awarded this request.`
          : `${requester} ${rfx.isAwarded ? "awarded this request to you." : "did not award this request to you."}`}
      </Notice>
    );
  }
  if (status === "COMPLETED" && isRequester) {
    return takesAnswers(rfx) ? (
      <Notice icon="completed" tone="ok">
        Response submitted. You can still edit the fields assigned to you.
      </Notice>
    ) : null;
  }
  if (status === "COMPLETED") {
    return (
      <Notice icon="completed" tone="ok">
        Response submitted. {requester} can reopen it if something has to change.
      </Notice>
    );
  }
  if (withdrawnReason) {
    return (
      <Notice icon="expired" tone="wait">
        Withdrawn by {requester}: {withdrawnReason}
      </Notice>
    );
  }
  // Closing an assessment closes its surveys, with or without a deadline.
  if (status === "EXPIRED" && closed && (!deadline || new Date(closed) < new Date(deadline))) {
    return (
      <Notice icon="expired" tone="wait">
        {isRequester ? "The assessment was closed" : `${requester} closed this`} before it was submitted. It
        can no longer be answered.
      </Notice>
    );
  }
  if (status === "EXPIRED") {
    return (
      <Notice icon="expired" tone="wait">
        The deadline passed
        {deadline && (
          <>
            {" "}
            on <Time value={deadline} />
          </>
        )}{" "}
        before this was submitted.
        {!isRequester && ` Write to ${requester} to ask for more time.`}
        {actions.changeDeadline && " Extend the deadline to accept answers again."}
      </Notice>
    );
  }
  if (status !== "DECLINED") return null;
  return (
    <Notice icon="declined" tone="bad">
      {isRequester ? respondent : viewerRole === "RESPONDENT" ? "Your organisation" : "You"} declined to
      answer.
      {declineReason && (
        <>
          {" "}
          Reason: <q>{declineReason}</q>
        </>
      )}
      {onReopen && (
        <Button size="sm" className="ms-2" onClick={onReopen}>
          Invite to respond again
        </Button>
      )}
    </Notice>
  );
}

type NoticeProps = { icon: IconName; tone: "ok" | "wait" | "bad"; children: React.ReactNode };

/** A notice above the answers. */
export function Notice({ icon, tone, children }: NoticeProps) {
  return (
    <div className={`status-notice status-notice-${tone}`}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
