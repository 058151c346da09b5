import { useId } from "react";
import { type ListPage as Page, request } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../lib/state/use-list-filters";
import { useSave } from "../../lib/state/use-save";
import { groupDigits } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { CopiedText } from "../../ui/copied-text";
import type { Column } from "../../ui/data-table";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { Select } from "../../ui/inputs";
import { ListPage, ListTable } from "../../ui/list-page";
import { BackLink } from "../../ui/page-header";
import { Time } from "../../ui/time";
import {
  type Delivery,
  type DeliveryState,
  type EventType,
  nameOf,
  states,
  testType,
  type Webhook,
} from "./types";
import "./webhooks.scss";

type Props = { webhook: Webhook; list: Page<Delivery>; types: EventType[] };

const filtersOff = { state: "", type: "" };
const defaults = { ...filtersOff, sort: "" };
const maxTries = 8;

/** /setup/integrations/webhooks/{id}: the deliveries of a webhook, with their bodies and the receiver's answers. */
export default function Deliveries({ webhook, list: first, types }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const list = useInfiniteList({
    queryKey: ["webhookDeliveries", webhook.id],
    path: `/api/webhook/${webhook.id}/delivery` as "/api/webhook/{webhook_id}/delivery",
    params: withoutOff(filters.params) as ListFilters<"/api/webhook/{webhook_id}/delivery">,
    pageSize: 25,
    first,
    inAddress: true,
  });
  const sending = useSave({
    send: ({ id }: Delivery, key) =>
      request("POST", "/api/webhookDelivery/{delivery_id}/send", {
        path: { delivery_id: id },
        idempotencyKey: key,
      }),
    success: ({ type }) => `${type} is sent again.`,
    onSaved: list.refetch,
    perInput: true,
  });
  const testing = useSave<Delivery>({
    send: (_, key) =>
      request("POST", "/api/webhook/{webhook_id}/test", {
        path: { webhook_id: webhook.id },
        idempotencyKey: key,
      }),
    success: "Test event sent. Refresh to see the answer.",
    onSaved: list.refetch,
  });
  const [stateId, typeId] = [useId(), useId()];
  const canSend = (delivery: Delivery) => webhook.isActive || delivery.type === testType;
  return (
    <ListPage
      list={list}
      filters={filters}
      title={nameOf(webhook)}
      noun={["delivery", "deliveries"]}
      above={<BackLink href="/setup/integrations/webhooks">Webhooks</BackLink>}
      actions={
        <>
          <Button icon="refresh" onClick={list.refetch} busy={list.isRefreshing}>
            Refresh
          </Button>
          <Button icon="send" onClick={() => testing.save()} busy={testing.busy} busyText="Sending...">
            Send test event
          </Button>
        </>
      }
      notes={
        <>
          <FailureAlert error={sending.failure || testing.failure} />
          {!webhook.isActive && (
            <div role="status" className="alert alert-warning">
              {webhook.disabledReason
                ? `This webhook was switched off: ${webhook.disabledReason}`
                : "This webhook is off."}{" "}
              Deliveries that are waiting are sent when you{" "}
              <a href="/setup/integrations/webhooks">switch it on</a>.
            </div>
          )}
        </>
      }
      fields={
        <>
          <Field label="State" id={stateId}>
            <Select {...filters.text("state")} options={stateOptions} />
          </Field>
          <Field label="Event" id={typeId}>
            <Select
              {...filters.text("type")}
              options={[
                { value: "", label: "All events" },
                { value: testType, label: testType },
                ...types.map(({ type }) => ({ value: type, label: type })),
              ]}
            />
          </Field>
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        label="Deliveries"
        columns={columns}
        rowName={({ type, messageId }) => `${type} ${messageId}`}
        expand={(delivery) => (
          <Details
            delivery={delivery}
            action={
              canSend(delivery) && (
                <Button
                  icon="send"
                  busy={sending.busy && sending.current?.id === delivery.id}
                  busyText="Sending..."
                  onClick={() => sending.save(delivery)}
                >
                  {delivery.state === "PENDING" ? "Send now" : "Send again"}
                </Button>
              )
            }
          />
        )}
        empty={{
          icon: "send",
          things: "deliveries",
          text: "Each event that is sent to this webhook appears here for 30 days.",
        }}
      />
    </ListPage>
  );
}

const stateOptions = [
  { value: "", label: "All states" },
  ...(Object.keys(states) as DeliveryState[]).map((value) => ({ value, label: states[value].label })),
];

const columns: readonly Column<Delivery>[] = [
  {
    key: "type",
    title: "Event",
    primary: true,
    className: "delivery-type",
    render: ({ type, messageId }) => (
      <div>
        <code className="cell-title">{type}</code>
        <span className="cell-sub d-block">{messageId}</span>
      </div>
    ),
  },
  {
    key: "state",
    title: "State",
    className: "delivery-state",
    render: ({ state, lastError }) => (
      <div>
        <Badge tone={states[state].tone} icon={states[state].icon}>
          {states[state].label}
        </Badge>
        {lastError && <span className="cell-sub d-block">{lastError}</span>}
      </div>
    ),
  },
  { key: "attempts", title: "Tries", numeric: true, render: ({ attempts }) => attempts },
  {
    key: "created",
    title: "Created",
    className: "delivery-time",
    render: ({ created }) => <Time value={created} as="dateTime" />,
  },
  {
    key: "last",
    title: "Last try",
    className: "delivery-time",
    render: ({ lastAttempt }) => (lastAttempt ? <Time value={lastAttempt} as="dateTime" /> : "-"),
  },
];

function Details({ delivery, action }: { delivery: Delivery; action: React.ReactNode }) {
  const { state, attempts, nextAttempt, lastStatus, lastError, lastAnswer, durationMs, body, type } =
    delivery;
  return (
    <div className="delivery-details">
      <dl className="delivery-facts">
        <dt>Tries</dt>
        <dd>
          {type === testType ? attempts : `${attempts} of at most ${maxTries}`}
          {state === "PENDING" && nextAttempt && (
            <>
              , the next on <Time value={nextAttempt} as="dateTime" />
            </>
          )}
        </dd>
        <dt>Response</dt>
        <dd>
          {lastStatus ?? "None"}
          {durationMs !== null && ` after ${groupDigits(durationMs)} ms`}
        </dd>
        {lastError && (
          <>
            <dt>Problem</dt>
            <dd>{lastError}</dd>
          </>
        )}
      </dl>
      <h2>Body</h2>
      <CopiedText label="Body" text={JSON.stringify(body, null, 2)} copied="Body copied" />
      {lastAnswer && (
        <>
          <h2>Answer of the receiver</h2>
          <CopiedText label="Answer of the receiver" text={lastAnswer} copied="Answer copied" />
        </>
      )}
      {action && <div className="button-row">{action}</div>}
    </div>
  );
}
