import { type ReactNode, useEffect, useState } from "react";
import { SavingIndicator } from "../../../domain/saving/saving-indicator";
import { GuestIntro, LinkGone, signInAsGuest, useGuestSession } from "../../../domain/sign-in/guest-page";
import { phone, useMedia } from "../../../lib/browser/use-media";
import { subscribeWatched, watchedRfx } from "../../../lib/state/watched-rfx";
import { Card } from "../../../ui/card";
import { Due } from "../../../ui/due";
import { Icon } from "../../../ui/icon";
import { takesAnswers } from "../detail/answering/answering";
import { DownloadMenu } from "../detail/moves/download-menu";
import { RfxForms } from "../detail/rfx-screen";
import { useRfx } from "../detail/use-rfx";
import type { Rfx } from "../types";
import { useWorkbook } from "../workbook/use-workbook";
import { PartButtons } from "./own-part";
import { isWaiting, type Parts } from "./parts";
import { useParts } from "./use-parts";
import "../rfx.scss";
import "./part-page.scss";

type Props = {
  uuid: string;
  rfx: Rfx;
  parts: Parts;
  /** The requester's logo; its address needs no sign-in. */
  logoUrl: string | null;
  /** Name of the respondent that the person answers for. */
  respondent: string | null;
  expiredText: string;
};

/** Screen /guest/{uuid}/part/{id}: the part of an RFx that the person with this link answers. */
export default function RfxPart({ uuid, expiredText, ...rest }: Props) {
  const isSignedIn = useGuestSession(uuid, expiredText);
  if (isSignedIn === false) return <LinkGone text={expiredText} />;
  return <GuestPart uuid={uuid} {...rest} />;
}

function GuestPart({
  uuid,
  rfx: loaded,
  parts: loadedParts,
  logoUrl,
  respondent,
}: Omit<Props, "expiredText">) {
  const open = useRfx(loaded, `guest-${uuid}.rfx-${loaded.id}`);
  const [isReturned, setReturned] = useState(false);
  const isTakenBack = useTakenBack();
  const parts = useParts(open, loadedParts, () => setReturned(true));
  const workbook = useWorkbook(open);
  const isOnPhone = useMedia(phone);
  const { rfx, answering } = open;
  const part = parts?.parts[0];
  const { id, safeName: requester } = rfx.relationship.organisation;
  if (isTakenBack && !isReturned) return <TakenBack name={part?.askedBy.name ?? "The sender"} />;
  if (isReturned || !parts || !part) return <Returned name={part?.askedBy.name ?? "The sender"} />;
  const canWrite = takesAnswers(rfx);
  return (
    <div className="rfx-page part-page">
      <GuestIntro organisation={{ id, name: requester, logoUrl }}>
        <strong>{part.askedBy.name}</strong>
        {respondent && ` of ${respondent}`} asks you to answer a part of “{rfx.title}” from{" "}
        <strong>{requester}</strong>.
        {canWrite && " Your answers are saved as you type. Use the same link to come back at any time."}
      </GuestIntro>
      <div className="rfx-title-row">
        <div className="page-title">
          <h1>
            <bdi>{part.title}</bdi>
          </h1>
          <Due value={part.due} isDone={!isWaiting(part)} withWord />
        </div>
        {canWrite && (
          <div className="rfx-tools">
            {!isOnPhone && <SavingIndicator saving={answering.saving} />}
            <DownloadMenu open={open} workbook={workbook} />
          </div>
        )}
      </div>
      {!canWrite && (
        <div className="status-notice status-notice-ok">
          <Icon name="completed" />
          <div>The response is no longer open, so nothing is left to do. Thank you.</div>
        </div>
      )}
      {part.note && (
        <div className="part-note">
          <Icon name="note" />
          <p>{part.note}</p>
        </div>
      )}
      <RfxForms
        open={open}
        taskId={null}
        explaining={0}
        onExplained={() => {}}
        onSubmit={() => {}}
        isPart
        left={workbook.left}
        onFinish={canWrite && isWaiting(part) ? () => parts.ask({ kind: "done", part }) : null}
        sideAction={
          canWrite && (
            <Card className="part-end">
              <PartButtons part={part} parts={parts} />
            </Card>
          )
        }
      />
      {parts.modals}
      {workbook.screen}
    </div>
  );
}

/** Return true once the link is no longer valid: the poll of the page ends, and signing in again fails. */
function useTakenBack(): boolean {
  const [isTakenBack, setTakenBack] = useState(false);
  useEffect(
    () =>
      subscribeWatched(() => {
        if (watchedRfx()) return;
        signInAsGuest().then(
          (isSignedIn) => setTakenBack(!isSignedIn),
          () => {},
        );
      }),
    [],
  );
  return isTakenBack;
}

function TakenBack({ name }: { name: string }) {
  return (
    <Ended title="Part taken back">
      <bdi>{name}</bdi> took this part back or asked someone else. Your saved answers stay. You can close this
      page.
    </Ended>
  );
}

function Returned({ name }: { name: string }) {
  return (
    <Ended title="Given back">
      {name} gets your reason. What you have answered stays. You can close this page.
    </Ended>
  );
}

/** The notice that replaces the form; it is also the target of the link that skips to the questions. */
function Ended({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div id="questions" tabIndex={-1}>
      <Card>
        <h1>{title}</h1>
        <p className="mb-0">{children}</p>
      </Card>
    </div>
  );
}
