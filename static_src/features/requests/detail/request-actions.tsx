import { useState } from "react";
import { request as call } from "../../../api/client";
import { DeadlineModal } from "../../../domain/deadline-modal";
import { usePermission } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import { useSave } from "../../../lib/state/use-save";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import type { RfxRequest } from "../types";

type Dialog = "cancel" | "deadline";

/** The actions in the header of a request. After each the request is loaded again. */
export function RequestActions({ request, onChange }: { request: RfxRequest; onChange: () => void }) {
  const { id, state, mayManage } = request;
  const maySend = usePermission("SEND_RFX");
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const path = { request_id: id };
  const changed = () => {
    onChange();
    emit("RFX_CHANGED", {});
    emit("EVENT_LOG_CHANGED", {});
  };
  const sending = useSave({
    send: (_: null, idempotencyKey) =>
      call("POST", "/api/rfxRequest/{request_id}/send", { path, body: {}, idempotencyKey }),
    success: "Message sent ok.",
    onSaved: changed,
  });
  if (!mayManage || !maySend) return null;
  const isScheduled = state === "SCHEDULED";
  const takesSuppliers = isScheduled || state === "OPEN";
  const items = [
    takesSuppliers && {
      label: "Change deadline...",
      icon: "calendar" as const,
      onSelect: () => setDialog("deadline"),
    },
    {
      label: "Copy...",
      icon: "copy" as const,
      onSelect: () => emit("OPEN_NEW_MESSAGE", { type: request.type, copyOf: id }),
    },
    isScheduled && {
      label: "Cancel sending...",
      icon: "close" as const,
      onSelect: () => setDialog("cancel"),
    },
  ].filter((item) => item !== false);
  return (
    <>
      {isScheduled && (
        <Button icon="send" busy={sending.busy} busyText="Sending..." onClick={() => sending.save(null)}>
          Send now
        </Button>
      )}
      {takesSuppliers && (
        <Button
          variant={isScheduled ? "default" : "primary"}
          icon="add"
          onClick={() => emit("OPEN_ADD_SUPPLIERS", { requestId: id })}
        >
          Add suppliers...
        </Button>
      )}
      <Menu
        trigger={
          <>
            Actions
            <Icon name="down" />
          </>
        }
        align="end"
        items={items}
      />
      <DeadlineModal
        show={dialog === "deadline"}
        of={`rfxRequest.${id}`}
        deadline={request.deadline}
        hint={deadlineHint(request)}
        onSave={async (deadline, basedOn) => {
          await call("PUT", "/api/rfxRequest/{request_id}/deadline", { path, body: { deadline, basedOn } });
          changed();
        }}
        onClose={() => setDialog(null)}
      />
      <ConfirmModal
        show={dialog === "cancel"}
        title="Cancel this request?"
        confirmLabel="Cancel request"
        cancelLabel="Keep it"
        danger
        onConfirm={async () => {
          await call("POST", "/api/rfxRequest/{request_id}/cancel", { path, body: {} });
          toasts.success("Request cancelled.");
          setDialog(null);
          changed();
        }}
        onClose={() => setDialog(null)}
      >
        Nothing will be sent to the suppliers. You can copy the request later.
      </ConfirmModal>
    </>
  );
}

function deadlineHint({ state, isSealed }: RfxRequest): string {
  if (state === "SCHEDULED") return "It applies to all suppliers.";
  if (isSealed)
    return "It applies to all suppliers, who get an e-mail. It can't be moved after it has passed.";
  return "Optional. It applies to all suppliers who can still answer, and they get an e-mail.";
}
