import { DocumentStateBadge } from "../../../domain/documents/document-state";
import { formatBytes } from "../../../lib/text/bytes";
import { Badge, type Tone } from "../../../ui/badge";
import { Card } from "../../../ui/card";
import { Due } from "../../../ui/due";
import { FileText } from "../../../ui/file-text";
import { Icon } from "../../../ui/icon";
import type { IconName } from "../../../ui/icons";
import { Time } from "../../../ui/time";
import { GuestFileForm } from "./file-form";
import type { GuestRequirement } from "./types";
import "../../../domain/documents/documents.scss";
import "../shelf/shelf.scss";

type Props = {
  requirement: GuestRequirement;
  buyerName: string;
  /** False if the document above has the same message. */
  showsMessage: boolean;
  onSent: (requirement: GuestRequirement) => void;
};

type State = { text: string; tone: Tone; icon: IconName };

/** The states that a sender sees with other words than a reviewer. */
const states: Partial<Record<GuestRequirement["state"], State>> = {
  RECEIVED: { text: "Sent, waiting for the review", tone: "info", icon: "send" },
  ACCEPTED: { text: "Accepted", tone: "ok", icon: "completed" },
};

/** A document that the guest is asked for: the request, the document that the buyer has, and the form to send one. */
export function GuestRequirementCard({ requirement, buyerName, showsMessage, onSent }: Props) {
  const { type, site, state, isOpen, askedByName, due, message, reason, document, validUntil } = requirement;
  const sent = states[state];
  return (
    <Card title={<bdi>{type.name}</bdi>} className="guest-document">
      <div className="asked-text">
        <div className="asked-title">
          {sent ? (
            <Badge tone={sent.tone} icon={sent.icon}>
              {sent.text}
            </Badge>
          ) : (
            state !== "ASKED" && <DocumentStateBadge state={state} validUntil={validUntil} />
          )}
          {(state === "ASKED" || state === "REJECTED") && <Due value={due} withWord />}
          {type.standard && <span className="text-secondary">{type.standard}</span>}
        </div>
        {site && (
          <p className="asked-site">
            <span className="text-secondary">For the site </span>
            <bdi>{site}</bdi>
          </p>
        )}
        {isOpen && showsMessage && message && (
          <div className="asked-message" dir="auto">
            {message}
            {askedByName && <div className="text-secondary">{askedByName}</div>}
          </div>
        )}
        {state === "REJECTED" && reason && (
          <p className="asked-reason">
            <Icon name="declined" />
            <span>
              Rejected: <bdi>{reason}</bdi>
            </span>
          </p>
        )}
        {document && (
          <>
            <p className="asked-site text-secondary">
              Last sent on <Time value={document.created} />
              {document.validUntil && (
                <>
                  , valid until <Time value={document.validUntil} />
                </>
              )}
            </p>
            {document.attachment && (
              <p className="document-file-name">
                <FileText
                  name={document.attachment.filename}
                  meta={formatBytes(document.attachment.size)}
                  href={`/files/${document.attachment.id}`}
                />
              </p>
            )}
          </>
        )}
      </div>
      {isOpen && (
        <GuestFileForm key={state} requirement={requirement} buyerName={buyerName} onSent={onSent} />
      )}
    </Card>
  );
}
