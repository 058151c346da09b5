import { useId } from "react";
import { SavingIndicator } from "../../../domain/saving/saving-indicator";
import { loadScheduleLine } from "../../../domain/schedules/load-line";
import type { Schedule } from "../../../domain/schedules/schedules";
import { LatePart } from "../../../lib/browser/late-part";
import { usePageContext } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { phone, useMedia } from "../../../lib/browser/use-media";
import { Button } from "../../../ui/button";
import { Skeleton } from "../../../ui/skeleton";
import { type Tab, Tabs } from "../../../ui/tabs";
import { loadHandover } from "../handover/load-handover";
import type { HandoverState } from "../handover/types";
import { Presence } from "../live/presence";
import type { Parts } from "../parts/parts";
import { loadView, useParts } from "../parts/use-parts";
import type { Rfx } from "../types";
import { useWorkbook } from "../workbook/use-workbook";
import { takesAnswers } from "./answering/answering";
import { SubmitButton, SubmitReason } from "./answering/submit-button";
import { loadTools } from "./moves/load-tools";
import { useMoves } from "./moves/use-moves";
import type { OpenRfx } from "./open-rfx";
import { RfxHeader } from "./rfx-header";
import { RfxForms } from "./rfx-screen";
import { StatusNotice } from "./status-notice";
import { useRfx } from "./use-rfx";
import "../rfx.scss";

type Props = {
  rfx: Rfx;
  taskId: number | null;
  /** The parts of the RFx; null for viewers who see none. */
  parts?: Parts | null;
  handover?: HandoverState | null;
  /** The schedule that the RFx belongs to, for its requester. */
  schedule?: Schedule | null;
};

const loadMessages = () => import("./messages-tab");
const loadScoring = () => import("../scoring/scoring-tab");

/** Screen /rfx/{id}: one RFx, to request and to answer (specification, section 2, RFx detail). */
export default function RfxDetail({
  rfx: loaded,
  taskId,
  parts: loadedParts = null,
  handover = null,
  schedule = null,
}: Props) {
  const { user } = usePageContext();
  const open = useRfx(loaded, `user-${user?.id ?? 0}.rfx-${loaded.id}`);
  const { rfx, answering } = open;
  const parts = useParts(open, loadedParts);
  const moves = useMoves(open, parts?.parts);
  const workbook = useWorkbook(open);
  const reasonId = useId();
  // The bars of a phone show the saving state.
  const isOnPhone = useMedia(phone);
  const { thread } = rfx;
  const tabs: Tab[] = [
    {
      key: "rfi",
      label: "RFI",
      keep: true,
      content: () => (
        <RfxForms
          key="forms"
          open={open}
          taskId={taskId}
          explaining={moves.explaining}
          onExplained={moves.stopExplaining}
          onSubmit={() => moves.ask("submit")}
          parts={parts}
          left={workbook.left}
        />
      ),
    },
  ];
  if (rfx.actions.seeMessages && thread) {
    tabs.push({
      key: "messages",
      label: "Messages",
      keep: true,
      content: () => <LazyMessages threadId={thread.id} />,
    });
  }
  if (rfx.actions.seeScoring) {
    tabs.push({
      key: "scoring",
      label: "Scoring",
      content: () => <LazyScoring open={open} />,
    });
  }
  return (
    <div className="rfx-page">
      <RfxHeader
        rfx={rfx}
        progress={
          (takesAnswers(rfx) || rfx.actions.submit) && (
            <>
              {takesAnswers(rfx) && !isOnPhone && <SavingIndicator saving={answering.saving} />}
              {rfx.actions.submit && (
                <SubmitReason answering={answering} id={reasonId} onExplain={moves.explain} />
              )}
            </>
          )
        }
        tools={
          <>
            <LatePart load={loadTools} className="button-row">
              {(tools) => (
                <tools.ToolMenus
                  open={open}
                  workbook={workbook}
                  isScheduled={schedule !== null && schedule.state !== "ENDED"}
                  onAsk={moves.ask}
                  onRemind={moves.remind}
                />
              )}
            </LatePart>
            {rfx.actions.reopen && rfx.status === "COMPLETED" && (
              <Button icon="restore" onClick={() => moves.ask("reopen")}>
                Re-Open RFx
              </Button>
            )}
            <Presence live={open.live} place="header" />
          </>
        }
        submit={
          rfx.actions.submit && (
            <SubmitButton
              rfx={rfx}
              answering={answering}
              busy={open.submitting}
              reasonId={reasonId}
              onSubmit={() => moves.ask("submit")}
            />
          )
        }
      />
      <StatusNotice rfx={rfx} onReopen={rfx.actions.reopen ? () => moves.ask("reopen") : null} />
      {rfx.viewerRole === "REQUESTER" && (
        <LatePart load={loadScheduleLine}>
          {(line) => <line.ScheduleLine round={{ rfxId: rfx.id }} first={schedule} />}
        </LatePart>
      )}
      {handover && (
        <LatePart load={loadHandover}>{(part) => <part.Handover open={open} first={handover} />}</LatePart>
      )}
      {parts && parts.parts.length > 0 && (
        <LatePart load={loadView}>{(view) => <view.PartStrips open={open} parts={parts} />}</LatePart>
      )}
      <Tabs tabs={tabs} label="RFx" />
      {moves.modals}
      {parts?.modals}
      {workbook.screen}
    </div>
  );
}

function LazyMessages({ threadId }: { threadId: number }) {
  const module = useLoaded(loadMessages);
  return module ? <module.default threadId={threadId} /> : <Skeleton lines={6} />;
}

function LazyScoring({ open }: { open: OpenRfx }) {
  const module = useLoaded(loadScoring);
  return module ? <module.default open={open} /> : <Skeleton lines={6} />;
}
