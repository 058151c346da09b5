import { useQuery } from "../../../../lib/state/queries";
import { Button } from "../../../../ui/button";
import { Icon } from "../../../../ui/icon";
import { LoadFailed } from "../../../../ui/load-more";
import { Modal } from "../../../../ui/modal";
import { Parts } from "../../../../ui/parts";
import { Skeleton } from "../../../../ui/skeleton";
import { Time } from "../../../../ui/time";
import type { OpenRfx } from "../open-rfx";
import { loadHistory } from "./review-calls";
import "./review.scss";

type Props = { open: OpenRfx; fieldKey: string; onClose: () => void };

/** History of an answer: each value, its author and time, newest first. */
export function HistoryModal({ open, fieldKey, onClose }: Props) {
  const { rfx, answering } = open;
  const label = answering.field(fieldKey)?.field.label ?? fieldKey;
  const { data, isError, refetch } = useQuery({
    queryKey: ["rfx-history", rfx.id, fieldKey],
    queryFn: ({ signal }) => loadHistory(rfx.id, fieldKey, signal),
    staleTime: 0,
  });
  return (
    <Modal
      show
      title={`History: ${label}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {isError && !data ? (
        <LoadFailed title="The history could not be loaded." refetch={refetch} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <ol className="answer-history" aria-label="Answers, the newest first">
          {data.map(
            ({ iteration, parts, by, organisation, updated, accepted, acceptedBy, source, carried }) => (
              <li key={iteration}>
                <p className="answer-history-head">
                  {carried && (
                    <>
                      Carried from RFx {carried.rfxId}, <Time value={carried.answered} />, confirmed by{" "}
                    </>
                  )}
                  {source === "WORKBOOK" && "From a workbook, sent by "}
                  {source === "MOVED" &&
                    (parts[0]
                      ? "Carried to a new version, answered by "
                      : "Not carried to a new version, by ")}
                  <strong>{by.name}</strong> <span className="text-secondary">at {organisation}</span>{" "}
                  <Time value={updated} as="dateTime" className="text-secondary" />
                </p>
                <p className={parts[0] ? "answer-history-text" : "answer-history-text text-secondary"}>
                  {parts[0] ? <Parts parts={parts} /> : "Cleared"}
                </p>
                {accepted && (
                  <p className="review-accepted">
                    <Icon name="success" /> Accepted by {acceptedBy}, <Time value={accepted} as="dateTime" />
                  </p>
                )}
              </li>
            ),
          )}
        </ol>
      )}
    </Modal>
  );
}
