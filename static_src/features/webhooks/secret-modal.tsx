import { useState } from "react";
import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { CopiedText } from "../../ui/copied-text";
import { FailureAlert } from "../../ui/failure-alert";
import { Modal } from "../../ui/modal";
import { Time } from "../../ui/time";
import { nameOf, type Webhook } from "./types";

type Secret = ApiResponse<"WebhookSecret">;
type Props = { webhook: Webhook; show: boolean; onClose: () => void; onRotated: () => void };

/** Dialog that shows the secret of a webhook once the user asks for it, and replaces it. */
export function SecretModal({ webhook, show, onClose, onRotated }: Props) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [isRotating, setIsRotating] = useState(false);
  const call = (rotate: boolean) =>
    request("POST", "/api/webhook/{webhook_id}/secret", {
      path: { webhook_id: webhook.id },
      body: { rotate },
    });
  const showing = useSave({ send: () => call(false), onSaved: setSecret });
  const rotating = useSave({
    send: () => call(true),
    success: "Secret rotated",
    onSaved: (rotated) => {
      setSecret(rotated);
      setIsRotating(false);
      onRotated();
    },
  });
  const busy = showing.busy || rotating.busy;
  const failure = showing.failure || rotating.failure;
  return (
    <Modal
      show={show}
      title={`Secret of ${nameOf(webhook)}`}
      onClose={onClose}
      busy={busy}
      footer={
        isRotating ? (
          <>
            <Button onClick={() => setIsRotating(false)} disabled={busy}>
              Cancel
            </Button>
            <Button
              variant="primary"
              onClick={() => rotating.save()}
              busy={rotating.busy}
              busyText="Rotating..."
            >
              Rotate the secret
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setIsRotating(true)} icon="refresh" disabled={busy}>
              Rotate secret...
            </Button>
            {secret ? (
              <Button variant="primary" onClick={onClose} disabled={busy}>
                Done
              </Button>
            ) : (
              <Button variant="primary" icon="preview" onClick={() => showing.save()} busy={showing.busy}>
                Show the secret
              </Button>
            )}
          </>
        )
      }
    >
      {isRotating ? (
        <p className="mb-0">
          A new secret replaces the current one. For 24 hours every request has two signatures, one of each
          secret, so your receiver can change to the new one without missing an event.
        </p>
      ) : (
        <>
          <p>
            Your receiver checks with this secret that a request comes from us and was not changed. Anyone who
            has it can forge events, so keep it where you keep passwords.
          </p>
          {secret && <CopiedText label="Secret" text={secret.secret} copied="Secret copied" />}
          {secret?.formerSecretEnds && (
            <p className="text-secondary mt-3 mb-0">
              The previous secret also signs until <Time value={secret.formerSecretEnds} as="dateTime" />.
            </p>
          )}
        </>
      )}
      <FailureAlert error={failure} className="mt-3 mb-0" />
    </Modal>
  );
}
