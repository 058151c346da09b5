import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import { emit } from "../../lib/events";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { Button, IconButton } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { LoadFailed } from "../../ui/load-more";
import { Modal } from "../../ui/modal";
import { Skeleton } from "../../ui/skeleton";
import { DocumentFile } from "./document-file";
import { DocumentStateBadge, type Requirement } from "./document-state";
import { DocumentFacts, EarlierDocuments, RequestFacts } from "./requirement-facts";
import { RejectFields, useReview, WaiveFields } from "./review-form";
import "./documents.scss";

type Props = {
  /** The id of the requirement; null while the dialog is closed. */
  id: number | null;
  /** Ids of the documents to review on the page, for the buttons to the previous and the next one. */
  toReview?: readonly number[];
  onOpen: (id: number) => void;
  onClose: () => void;
  /** Opens the request for this document again; without it there is no such button. */
  onAsk?: (requirement: Requirement) => void;
};

/** Dialog with a required document: the file next to its details, and the buyer's decisions. */
export function ReviewDialog({ id, toReview = [], onOpen, onClose, onAsk }: Props) {
  const client = useQueryClient();
  const queryKey = ["documentRequirement", id];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request("GET", "/api/documentRequirement/{requirement_id}", {
        path: { requirement_id: id ?? 0 },
        signal,
        toast: false,
      }),
    enabled: id !== null,
  });
  const review = useReview({
    id: id ?? 0,
    here: id !== null,
    onDone: ({ relationshipId }) => {
      client.invalidateQueries({ queryKey });
      const detail = relationshipId === null ? {} : { relationshipId };
      emit("DOCUMENTS_CHANGED", detail);
      emit("EVENT_LOG_CHANGED", detail);
      const index = toReview.indexOf(id ?? 0);
      const [next] = [...toReview.slice(index + 1), ...toReview.slice(0, Math.max(index, 0))];
      if (next === undefined) onClose();
      else onOpen(next);
    },
    onError: (error) => {
      // A colleague decided in the meantime, or the document has ended: show the current state.
      if (error instanceof ApiError && error.status === 409) {
        refetch();
        emit("DOCUMENTS_CHANGED", {});
      }
    },
  });
  const { mode, setMode, busy, failure } = review;

  return (
    <Modal
      show={id !== null}
      title={data ? <Title requirement={data} /> : "Document"}
      size={data && !data.document ? "lg" : "xl"}
      onClose={onClose}
      busy={busy}
      onSubmit={review.submit}
      draftState={review.draftState}
      footer={
        data &&
        (mode === "view" ? (
          <>
            <Position id={id ?? 0} toReview={toReview} onOpen={onOpen} />
            <Decisions
              requirement={data}
              busy={busy}
              onMode={setMode}
              onClose={onClose}
              onAsk={onAsk && (() => onAsk(data))}
            />
          </>
        ) : (
          <>
            <Button onClick={() => setMode("view")} disabled={busy}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={mode === "reject" ? "danger" : "primary"}
              busy={busy}
              busyText={mode === "reject" ? "Rejecting..." : "Waiving..."}
            >
              {mode === "reject" ? "Reject document" : "Waive document"}
            </Button>
          </>
        ))
      }
    >
      {data ? (
        <div className={data.document ? "document-review" : undefined}>
          {data.document?.attachment && <DocumentFile file={data.document.attachment} />}
          <div className="document-side">
            {mode === "reject" && <RejectFields review={review} supplier={data.supplier.name} />}
            {mode === "waive" && <WaiveFields review={review} />}
            {mode === "view" && <Details requirement={data} documents={data.documents} />}
            <FailureAlert error={failure} />
          </div>
        </div>
      ) : isError ? (
        <LoadFailed title="This document could not be loaded." refetch={() => refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Modal>
  );
}

function Title({ requirement: { type, site, supplier } }: { requirement: Requirement }) {
  return (
    <>
      {type.name}
      {site && `, ${site}`}
      <span className="document-title-sub">{supplier.name}</span>
    </>
  );
}

type DetailsProps = { requirement: Requirement; documents: readonly NonNullable<Requirement["document"]>[] };

function Details({ requirement, documents }: DetailsProps) {
  const { document, state, actions } = requirement;
  const hasEnded = state === "RECEIVED" && actions.reject && !actions.accept;
  return (
    <>
      <p>
        <DocumentStateBadge {...requirement} />
      </p>
      {hasEnded && (
        <div className="alert alert-warning">
          This document has ended. Reject it, so that the supplier sends the new one.
        </div>
      )}
      {document && <DocumentFacts document={document} />}
      {document && <h3 className="document-heading">Request</h3>}
      <RequestFacts requirement={requirement} />
      <EarlierDocuments documents={documents.filter(({ id }) => id !== document?.id)} />
    </>
  );
}

type PositionProps = { id: number; toReview: readonly number[]; onOpen: (id: number) => void };

/** "1 of 2 to review" with buttons to the previous and the next one. */
function Position({ id, toReview, onOpen }: PositionProps) {
  const index = toReview.indexOf(id);
  if (index < 0 || toReview.length < 2) return null;
  const step = (by: number) => {
    const next = toReview[(index + by + toReview.length) % toReview.length];
    if (next !== undefined) onOpen(next);
  };
  return (
    <div className="document-position">
      <span className="num" role="status">
        {index + 1} of {toReview.length} to review
      </span>
      <IconButton icon="left" label="Previous document" onClick={() => step(-1)} />
      <IconButton icon="right" label="Next document" onClick={() => step(1)} />
    </div>
  );
}

type DecisionsProps = {
  requirement: Requirement;
  busy: boolean;
  onMode: (mode: "reject" | "waive") => void;
  onClose: () => void;
  onAsk: (() => void) | undefined;
};

/** The decisions that are possible now; the last button accepts, or closes the dialog if there is nothing to accept. */
function Decisions({ requirement: { actions }, busy, onMode, onClose, onAsk }: DecisionsProps) {
  return (
    <>
      {actions.waive && (
        <Button onClick={() => onMode("waive")} disabled={busy}>
          Waive until...
        </Button>
      )}
      {actions.reject && (
        <Button onClick={() => onMode("reject")} disabled={busy}>
          Reject...
        </Button>
      )}
      {actions.ask && onAsk && (
        <Button icon="send" onClick={onAsk} disabled={busy}>
          Ask again...
        </Button>
      )}
      {actions.accept ? (
        <Button type="submit" variant="primary" icon="check" busy={busy} busyText="Accepting...">
          Accept
        </Button>
      ) : (
        <Button onClick={onClose} disabled={busy}>
          Close
        </Button>
      )}
    </>
  );
}
