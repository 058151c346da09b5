import { useState } from "react";
import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import type { Requirement } from "../../../domain/documents/document-state";
import type { OwnDocument } from "../../../domain/documents/own-documents";
import { endText } from "../../../domain/documents/validity";
import { useSave } from "../../../lib/state/use-save";
import { useDates } from "../../../lib/text/dates";
import { FieldGroup } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { RadioCards } from "../../../ui/radio-cards";

type Props = {
  show: boolean;
  requirement: Requirement;
  onClose: () => void;
  onSent: () => void;
  /** The document can't be sent, for example because a colleague has replaced it since. */
  onFailed: () => void;
};

/** Dialog that sends an own document to the customer who asks for it. */
export function SendDialog({ show, requirement, onClose, onSent, onFailed }: Props) {
  const { id, buyer, type, site, offers } = requirement;
  const { date } = useDates();
  const [chosenId, setChosenId] = useState(String(offers[0]?.id ?? ""));
  const { save, busy, failure } = useSave({
    send: (documentId: number, idempotencyKey) =>
      request("POST", "/api/documentRequirement/{requirement_id}/document", {
        path: { requirement_id: id },
        body: { documentId },
        idempotencyKey,
      }),
    success: `${type.name} sent to ${buyer.name}`,
    onSaved: () => {
      onClose();
      onSent();
    },
    onError: (error) => {
      if (!isOffline(error)) onFailed();
    },
  });
  return (
    <FormModal
      show={show}
      title={`Send ${type.name} to ${buyer.name}`}
      submitLabel="Send document"
      submitIcon="send"
      busyText="Sending..."
      busy={busy}
      canSubmit={chosenId !== ""}
      failure={failure}
      draftState={null}
      onSubmit={() => save(Number(chosenId))}
      onClose={onClose}
    >
      {site && (
        <p>
          For the site <bdi>{site}</bdi>.
        </p>
      )}
      <FieldGroup label="Document">
        <RadioCards
          value={chosenId}
          options={offers.map((offer) => ({
            value: String(offer.id),
            label: titleOf(offer),
            text: detailsOf(offer, date),
          }))}
          onChange={setChosenId}
          disabled={busy}
        />
      </FieldGroup>
      <p className="mb-0">
        <bdi>{buyer.name}</bdi> can read the document and its file from now on, and reviews it.
      </p>
    </FormModal>
  );
}

function titleOf({ type, number }: OwnDocument): string {
  return [type.name, number].filter(Boolean).join(" ");
}

function detailsOf(offer: OwnDocument, date: (day: string) => string): string {
  const { validUntil, sites, attachment } = offer;
  return [endText(validUntil, date), sites, attachment?.filename].filter(Boolean).join(", ");
}
