import { useId, useState } from "react";
import { SavingIndicator } from "../../../domain/saving/saving-indicator";
import { GuestIntro, LinkGone, useGuestSession } from "../../../domain/sign-in/guest-page";
import { LatePart } from "../../../lib/browser/late-part";
import { phone, useMedia } from "../../../lib/browser/use-media";
import { AttachmentList } from "../../../ui/attachment-list";
import { Card } from "../../../ui/card";
import { Tabs } from "../../../ui/tabs";
import { takesAnswers } from "../detail/answering/answering";
import { SubmitButton, SubmitReason } from "../detail/answering/submit-button";
import { DownloadMenu } from "../detail/moves/download-menu";
import { MoreMenu } from "../detail/moves/more-menu";
import { useMoves } from "../detail/moves/use-moves";
import { RfxHeader } from "../detail/rfx-header";
import { RfxForms } from "../detail/rfx-screen";
import { StatusNotice } from "../detail/status-notice";
import { useRfx } from "../detail/use-rfx";
import { loadHandover } from "../handover/load-handover";
import type { HandoverState } from "../handover/types";
import type { Parts } from "../parts/parts";
import { loadView, useParts } from "../parts/use-parts";
import type { Rfx } from "../types";
import { useWorkbook } from "../workbook/use-workbook";
import "../rfx.scss";

type Props = {
  uuid: string;
  rfx: Rfx;
  /** The requester's logo; its address needs no sign-in. */
  logoUrl: string | null;
  expiredText: string;
  /** The parts that the guest has assigned. */
  parts?: Parts | null;
  handover?: HandoverState | null;
};

/** Screen /guest/{uuid}/rfx/{id}: one RFx for the guest with this link (specification, section 2, Route table). */
export default function RfxGuest(props: Props) {
  const isSignedIn = useGuestSession(props.uuid, props.expiredText);
  const [successor, setSuccessor] = useState<string | null>(null);
  if (isSignedIn === false) return <LinkGone text={props.expiredText} />;
  if (successor)
    return (
      <LinkGone
        text={`Handed over to ${successor}`}
        hint="Your answers stay in the request, with your name."
      />
    );
  return <GuestRfx {...props} onHandedOver={setSuccessor} />;
}

type GuestProps = Props & { onHandedOver: (name: string) => void };

function GuestRfx({
  rfx: loaded,
  uuid,
  logoUrl,
  parts: loadedParts = null,
  handover = null,
  onHandedOver,
}: GuestProps) {
  const open = useRfx(loaded, `guest-${uuid}.rfx-${loaded.id}`);
  const { rfx, answering } = open;
  const parts = useParts(open, loadedParts);
  const moves = useMoves(open, parts?.parts);
  const workbook = useWorkbook(open);
  const reasonId = useId();
  // The bars of a phone show the saving state.
  const isOnPhone = useMedia(phone);
  const { id, safeName: requester } = rfx.relationship.organisation;
  const canWrite = takesAnswers(rfx);
  return (
    <div className="rfx-page">
      <GuestIntro organisation={{ id, name: requester, logoUrl }}>
        <strong>{requester}</strong> is asking you for information.
        {canWrite && " Your answers are saved as you type. Use the same link to come back at any time."}
      </GuestIntro>
      <RfxHeader
        rfx={rfx}
        crumbs={false}
        progress={canWrite && !isOnPhone && <SavingIndicator saving={answering.saving} />}
        tools={
          <>
            <DownloadMenu open={open} workbook={workbook} />
            <MoreMenu rfx={rfx} onAsk={moves.ask} onRemind={moves.remind} />
          </>
        }
      />
      <StatusNotice rfx={rfx} />
      {handover && (
        <LatePart load={loadHandover}>
          {(part) => <part.Handover open={open} first={handover} onEnded={onHandedOver} />}
        </LatePart>
      )}
      {rfx.attachments.length > 0 && (
        <Card title={`Files from ${requester}`} className="mb-3">
          <AttachmentList attachments={rfx.attachments} />
        </Card>
      )}
      {parts && parts.parts.length > 0 && (
        <LatePart load={loadView}>{(view) => <view.WhoseTurn rfx={rfx} parts={parts} />}</LatePart>
      )}
      <Tabs
        label="RFx"
        tabs={[
          {
            key: "rfi",
            label: "RFI",
            keep: true,
            content: () => (
              <RfxForms
                open={open}
                taskId={null}
                explaining={moves.explaining}
                onExplained={moves.stopExplaining}
                onSubmit={() => moves.ask("submit")}
                parts={parts}
                left={workbook.left}
                sideAction={
                  canWrite &&
                  rfx.actions.submit && (
                    <div className="side-submit">
                      <SubmitButton
                        rfx={rfx}
                        answering={answering}
                        busy={open.submitting}
                        reasonId={reasonId}
                        onSubmit={() => moves.ask("submit")}
                      />
                      <SubmitReason answering={answering} id={reasonId} onExplain={moves.explain} />
                    </div>
                  )
                }
              />
            ),
          },
        ]}
      />
      {moves.modals}
      {parts?.modals}
      {workbook.screen}
    </div>
  );
}
