import { useState } from "react";
import { request } from "../../api/client";
import { isOffline } from "../../api/errors";
import { IntegrationsTabs } from "../../domain/integrations-tabs";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useSave } from "../../lib/state/use-save";
import { Badge, type Tone } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmModal } from "../../ui/confirm-modal";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import { type Key, type KeyArea, type KeyRole, scopesText } from "./scopes";
import "./keys.scss";

const loadKeyModal = () => import("./key-modal");
const loadSecretModal = () => import("./secret-modal");

const states: Record<Key["state"], { label: string; tone: Tone }> = {
  ACTIVE: { label: "Active", tone: "ok" },
  EXPIRING: { label: "Expires soon", tone: "wait" },
  EXPIRED: { label: "Expired", tone: "bad" },
  REVOKED: { label: "Revoked", tone: "none" },
};

type Dialog = "edit" | "rotate" | "revoke" | "secret" | null;
type Secret = { name: string; secret: string; isRotated: boolean };
type Props = { keys: Key[]; roles: KeyRole[]; areas: KeyArea[] };

/** /setup/integrations: the API keys of the organisation. */
export default function Keys({ keys: loaded, roles, areas }: Props) {
  const [keys, setKeys] = useState(loaded);
  const [chosen, setChosen] = useState<{ key: Key | null; count: number }>({ key: null, count: 0 });
  const [shown, setShown] = useState<Dialog>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const keyModal = useLoaded(loadKeyModal, shown === "edit");
  const secretModal = useLoaded(loadSecretModal, shown !== null);
  const { key } = chosen;

  const open = (dialog: Dialog, of: Key | null) => {
    setChosen(({ count }) => ({ key: of, count: count + 1 }));
    setShown(dialog);
  };
  const put = (saved: Key) =>
    setKeys((now) =>
      now.some(({ id }) => id === saved.id)
        ? now.map((each) => (each.id === saved.id ? saved : each))
        : [saved, ...now],
    );
  const reveal = (saved: Key, text: string, isRotated: boolean) => {
    setSecret({ name: saved.name, secret: text, isRotated });
    setShown("secret");
  };
  const onError = async (error: unknown) => {
    if (isOffline(error)) return;
    const now = await request("GET", "/api/apiKey", { toast: false }).catch(() => null);
    if (now) setKeys(now);
  };
  const rotation = useSave({
    send: ({ id }: Key) => request("POST", "/api/apiKey/{api_key_id}/rotate", { path: { api_key_id: id } }),
    success: (_, { name }) => `Key ${name} has a new secret`,
    onSaved: (result) => {
      put(result.key);
      reveal(result.key, result.secret, true);
    },
    onError,
  });
  const revocation = useSave({
    send: ({ id }: Key) => request("DELETE", "/api/apiKey/{api_key_id}", { path: { api_key_id: id } }),
    success: (_, { name }) => `Key ${name} revoked`,
    onSaved: (saved) => {
      put(saved);
      setShown(null);
    },
    onError,
  });

  const addButton = (
    <Button variant="primary" icon="add" onClick={() => open("edit", null)}>
      New key...
    </Button>
  );
  const actions: Column<Key> = {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    className: "actions-cell",
    render: (row) =>
      // An empty cell would show a dash.
      row.state === "REVOKED" ? (
        <span />
      ) : (
        <Menu
          align="end"
          label={`Actions for ${row.name}`}
          triggerClass="btn btn-default btn-sm btn-icon"
          trigger={<Icon name="more" />}
          items={[
            row.mayChange && { label: "Edit...", icon: "edit", onSelect: () => open("edit", row) },
            row.mayChange &&
              row.state !== "EXPIRED" && {
                label: "New secret...",
                icon: "refresh",
                onSelect: () => open("rotate", row),
              },
            { label: "Revoke...", icon: "delete", danger: true, onSelect: () => open("revoke", row) },
          ]}
        />
      ),
  };
  return (
    <>
      <PageHeader
        title="Integrations"
        sub="Programs of your own that work with your data."
        actions={
          <>
            <ButtonLink href="/api/docs" icon="journal">
              API reference
            </ButtonLink>
            {addButton}
          </>
        }
      />
      <IntegrationsTabs current="keys" />
      <Card flush>
        <DataTable
          label="API keys"
          columns={[...columnsFor(areas), actions]}
          rows={keys}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          empty={
            <EmptyState
              icon="password"
              title="No API keys yet."
              text="With a key, a program such as your ERP system reads and writes what its role and scopes allow."
              action={addButton}
            />
          }
        />
      </Card>
      {shown === "edit" && keyModal && (
        <keyModal.KeyModal
          key={chosen.count}
          apiKey={key}
          roles={roles}
          areas={areas}
          onClose={() => setShown(null)}
          onSaved={(saved, text) => {
            put(saved);
            if (text) reveal(saved, text, false);
            else setShown(null);
          }}
        />
      )}
      {shown === "secret" && secret && secretModal && (
        <secretModal.SecretModal
          {...secret}
          onDone={() => {
            setShown(null);
            setSecret(null);
          }}
        />
      )}
      <ConfirmModal
        show={shown === "rotate"}
        title="New secret"
        confirmLabel="Create a new secret"
        busyLabel="Creating..."
        onConfirm={() => key && rotation.saveAsync(key)}
        onClose={() => setShown(null)}
      >
        <p>
          <strong>{key?.name}</strong> gets a new secret. The current one works for 24 more hours
          {key?.previousUntil ? ", and the one before it stops working at once." : "."}
        </p>
      </ConfirmModal>
      <ConfirmModal
        show={shown === "revoke"}
        title="Revoke key"
        confirmLabel="Revoke this key"
        busyLabel="Revoking..."
        danger
        onConfirm={() => key && revocation.saveAsync(key)}
        onClose={() => setShown(null)}
      >
        <p>
          Programs that use <strong>{key?.name}</strong> stop working at once. A revoked key can't be
          restored.
        </p>
      </ConfirmModal>
    </>
  );
}

const columnsFor = (areas: readonly KeyArea[]): readonly Column<Key>[] => [
  {
    key: "name",
    title: "Name",
    primary: true,
    render: ({ name, prefix, addresses }) => (
      <div>
        <bdi className="cell-title">{name}</bdi>
        <span className="cell-sub d-block">
          <code>{prefix}...</code>
          {addresses.length > 0 &&
            `, from ${addresses.length === 1 ? addresses[0] : `${addresses.length} networks`}`}
        </span>
      </div>
    ),
  },
  { key: "role", title: "Role", render: ({ role }) => role && <bdi>{role.name}</bdi> },
  {
    key: "scopes",
    title: "Scopes",
    className: "key-scopes-cell",
    render: ({ scopes }) => scopesText(scopes, areas),
  },
  {
    key: "lastUsed",
    title: "Last used",
    className: "text-truncate",
    render: ({ lastUsed }) => <Time value={lastUsed} as="dateTime" none="Never" />,
  },
  {
    key: "expires",
    title: "Expires",
    className: "text-truncate",
    render: ({ expires }) => <Time value={expires} />,
  },
  {
    key: "state",
    title: "State",
    className: "key-state",
    render: ({ state, previousUntil }) => (
      <div>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {previousUntil && state !== "REVOKED" && (
          <span className="cell-sub d-block">
            Old secret until <Time value={previousUntil} as="dateTime" />
          </span>
        )}
      </div>
    ),
  },
];
