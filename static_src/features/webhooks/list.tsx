import { useState } from "react";
import { request } from "../../api/client";
import { isOffline } from "../../api/errors";
import { IntegrationsTabs } from "../../domain/integrations-tabs";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useSave } from "../../lib/state/use-save";
import { groupDigits } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmModal } from "../../ui/confirm-modal";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { PageHeader } from "../../ui/page-header";
import { type EventType, nameOf, type Webhook } from "./types";
import "./webhooks.scss";

const loadModal = () => import("./webhook-modal");
const loadSecret = () => import("./secret-modal");

type Props = { webhooks: Webhook[]; types: EventType[]; maximum: number };
type Dialog = { name: "edit" | "secret" | "remove"; webhook: Webhook | null; count: number };

/** /setup/integrations/webhooks: the addresses to which the events of the organisation are sent. */
export default function Webhooks({ webhooks: loaded, types, maximum }: Props) {
  const [webhooks, setWebhooks] = useState(loaded);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [shown, setShown] = useState(false);
  const modal = useLoaded(loadModal, dialog?.name === "edit");
  const secretModal = useLoaded(loadSecret, dialog?.name === "secret");
  const refresh = async () => {
    const now = await request("GET", "/api/webhook", { toast: false }).catch(() => null);
    if (now) setWebhooks(now);
  };
  const open = (name: Dialog["name"], webhook: Webhook | null = null) => {
    setDialog((before) => ({ name, webhook, count: (before?.count ?? 0) + 1 }));
    setShown(true);
  };
  const close = () => setShown(false);
  const switching = useSave({
    send: ({ id, url, description, eventTypes, isActive, updated }: Webhook) =>
      request("PUT", "/api/webhook/{webhook_id}", {
        path: { webhook_id: id },
        body: { url, description, eventTypes, isActive: !isActive, basedOn: updated },
      }),
    success: (saved) => `${nameOf(saved)} is ${saved.isActive ? "on" : "off"}.`,
    onSaved: refresh,
    onError: (error) => {
      if (!isOffline(error)) refresh();
    },
    perInput: true,
  });
  const testing = useSave({
    send: ({ id }: Webhook, key) =>
      request("POST", "/api/webhook/{webhook_id}/test", { path: { webhook_id: id }, idempotencyKey: key }),
    success: (_, webhook) => `Test event sent to ${nameOf(webhook)}. Its deliveries show the answer.`,
    onSaved: refresh,
    perInput: true,
  });
  const removing = useSave({
    send: ({ id }: Webhook) => request("DELETE", "/api/webhook/{webhook_id}", { path: { webhook_id: id } }),
    success: (_, webhook) => `${nameOf(webhook)} removed.`,
    onSaved: async () => {
      close();
      await refresh();
    },
    onError: (error) => {
      if (!isOffline(error)) refresh();
    },
  });
  const busy = (webhook: Webhook) =>
    [switching, testing].some((saving) => saving.busy && saving.current?.id === webhook.id);
  const actions: Column<Webhook> = {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    className: "actions-cell",
    render: (webhook) => (
      <Menu
        label={`Actions for ${nameOf(webhook)}`}
        trigger={<Icon name="more" />}
        triggerClass="btn btn-default btn-sm btn-icon"
        align="end"
        busy={busy(webhook)}
        items={[
          { label: "Edit...", icon: "edit", onSelect: () => open("edit", webhook) },
          { label: "Deliveries", icon: "history", href: deliveriesOf(webhook) },
          { label: "Secret...", icon: "password", onSelect: () => open("secret", webhook) },
          { label: "Send test event", icon: "send", onSelect: () => testing.save(webhook) },
          webhook.isActive
            ? { label: "Switch off", icon: "close", onSelect: () => switching.save(webhook) }
            : { label: "Switch on", icon: "check", onSelect: () => switching.save(webhook) },
          "divider",
          { label: "Remove...", icon: "delete", danger: true, onSelect: () => open("remove", webhook) },
        ]}
      />
    ),
  };
  const isFull = webhooks.length >= maximum;
  const addButton = (
    <Button variant="primary" icon="add" onClick={() => open("edit")} disabled={isFull}>
      New webhook...
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Integrations"
        sub={
          <>
            Webhooks send events of your organisation to your own systems, signed as{" "}
            <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. The{" "}
            <a href="/docs/events">catalogue of events</a> has all types with samples.
          </>
        }
        actions={webhooks.length > 0 && addButton}
      />
      <IntegrationsTabs current="webhooks" />
      <FailureAlert error={switching.failure || testing.failure} />
      {isFull && <p className="cell-sub">You have {maximum} webhooks, which is the maximum.</p>}
      <Card flush>
        <DataTable
          label="Webhooks"
          columns={[...columns, actions]}
          rows={webhooks}
          rowKey={({ id }) => id}
          rowHref={deliveriesOf}
          empty={
            <EmptyState
              icon="send"
              title="No webhooks yet."
              text="Add an address of your own system, and it gets a request for each event that you choose."
              action={addButton}
            />
          }
        />
      </Card>
      {modal && dialog?.name === "edit" && (
        <modal.WebhookModal
          key={dialog.count}
          webhook={dialog.webhook}
          types={types}
          show={shown}
          onClose={close}
          onSaved={refresh}
        />
      )}
      {secretModal && dialog?.name === "secret" && dialog.webhook && (
        <secretModal.SecretModal
          key={dialog.count}
          webhook={dialog.webhook}
          show={shown}
          onClose={close}
          onRotated={refresh}
        />
      )}
      <ConfirmModal
        show={shown && dialog?.name === "remove"}
        title="Remove webhook"
        confirmLabel="Remove this webhook"
        busyLabel="Removing..."
        danger
        onConfirm={() => dialog?.webhook && removing.saveAsync(dialog.webhook)}
        onClose={close}
      >
        <p>
          No more events are sent to <strong>{dialog?.webhook && nameOf(dialog.webhook)}</strong>. The webhook
          and its deliveries are deleted permanently, also the ones that are waiting.
        </p>
      </ConfirmModal>
    </>
  );
}

const deliveriesOf = ({ id }: Webhook) => `/setup/integrations/webhooks/${id}`;

const columns: readonly Column<Webhook>[] = [
  {
    key: "name",
    title: "Webhook",
    primary: true,
    className: "webhook-name",
    render: (webhook) => (
      <>
        <bdi className="cell-title">{nameOf(webhook)}</bdi>
        <span className="cell-sub d-block">{webhook.url}</span>
      </>
    ),
  },
  {
    key: "status",
    title: "Status",
    render: ({ isActive, disabledReason }) => (
      <div>
        {isActive ? (
          <Badge tone="ok" icon="completed">
            On
          </Badge>
        ) : (
          <Badge tone={disabledReason ? "bad" : "none"} icon={disabledReason ? "warning" : undefined}>
            {disabledReason ? "Switched off" : "Off"}
          </Badge>
        )}
        {disabledReason && <span className="cell-sub d-block">{disabledReason}</span>}
      </div>
    ),
  },
  {
    key: "events",
    title: "Events",
    render: ({ eventTypes }) => {
      if (eventTypes.length === 0) return "All events";
      const [first] = eventTypes;
      return eventTypes.length === 1 ? <code>{first}</code> : `${eventTypes.length} types`;
    },
  },
  { key: "pending", title: "Waiting", numeric: true, render: ({ pending }) => groupDigits(pending) },
  { key: "failed", title: "Failed", numeric: true, render: ({ failed }) => groupDigits(failed) },
];
