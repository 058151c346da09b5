import { type ReactNode, useState } from "react";
import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useSave } from "../../lib/state/use-save";
import { useDates } from "../../lib/text/dates";
import { formatCount } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmModal } from "../../ui/confirm-modal";
import "./sign-in.scss";

export type FactorDetails = ApiResponse<"Factors">;

type Removal = { id: number | null; name: string };

type Props = {
  factors: FactorDetails;
  /** Called after a change, once new recovery codes are kept. */
  onChanged: () => void;
};

const loadDialogs = () => import("./factor-dialogs");

/** The user's passkeys, authenticator app and recovery codes, with buttons that add and remove them. */
export function FactorList({ factors, onChanged }: Props) {
  const dates = useDates();
  const { app, passkeys, recoveryCodes } = factors;
  const [newApp, setNewApp] = useState<ApiResponse<"NewApp"> | null>(null);
  const [isAddingPasskey, setIsAddingPasskey] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<Removal | null>(null);
  const dialogs = useLoaded(loadDialogs, newApp !== null || isAddingPasskey || codes.length > 0);

  const showCodes = (recoveryCodes: readonly string[]) => {
    setNewApp(null);
    setIsAddingPasskey(false);
    setCodes(recoveryCodes);
    if (recoveryCodes.length === 0) onChanged();
  };
  const start = useSave({ send: () => request("POST", "/api/user/totp"), onSaved: setNewApp });
  const renew = useSave({
    send: () => request("POST", "/api/user/recoveryCode"),
    onSaved: (result) => showCodes(result.recoveryCodes),
  });
  const used = (row: { created: string; lastUsed: string | null }) =>
    `Added ${dates.date(row.created)}, ${row.lastUsed ? `last used ${dates.dateTime(row.lastUsed)}` : "not used yet"}`;

  return (
    <>
      {(app || passkeys.length > 0) && (
        <ul className="factor-list" aria-label="Passkeys and apps">
          {passkeys.map((passkey) => (
            <Factor
              key={passkey.id}
              name={passkey.name}
              mark={passkey.backedUp && <Badge tone="none">Synchronised</Badge>}
              text={used(passkey)}
              onRemove={() => setRemoving({ id: passkey.id, name: passkey.name })}
            />
          ))}
          {app && (
            <Factor
              name="Authenticator app"
              text={used(app)}
              onRemove={() => setRemoving({ id: null, name: "Authenticator app" })}
            />
          )}
          <li>
            <div className="subject-text">
              <span className="cell-title">Recovery codes</span>
              <div className="cell-sub">{formatCount(recoveryCodes, "code")} left</div>
            </div>
            <Button size="sm" busy={renew.busy} onClick={() => renew.save()}>
              Create new codes
            </Button>
          </li>
        </ul>
      )}
      <div className="button-row">
        {factors.canAddPasskey && passkeys.length < 10 && (
          <Button icon="password" onClick={() => setIsAddingPasskey(true)}>
            Add a passkey
          </Button>
        )}
        {!app && factors.canAddApp && (
          <Button icon="add" busy={start.busy} onClick={() => start.save()}>
            Add an authenticator app
          </Button>
        )}
      </div>
      {!factors.canAddApp && !factors.canAddPasskey && (
        <p className="text-secondary">Neither is available here yet. Ask the operator of this site.</p>
      )}
      <div role="alert">
        {(start.failure || renew.failure) && <p className="field-error">{start.failure || renew.failure}</p>}
      </div>
      {newApp && dialogs && (
        <dialogs.AppModal app={newApp} onClose={() => setNewApp(null)} onAdded={showCodes} />
      )}
      {isAddingPasskey && dialogs && (
        <dialogs.PasskeyModal onClose={() => setIsAddingPasskey(false)} onAdded={showCodes} />
      )}
      {codes.length > 0 && dialogs && (
        <dialogs.RecoveryCodes
          codes={codes}
          isRenewed={recoveryCodes > 0}
          onDone={() => {
            setCodes([]);
            onChanged();
          }}
        />
      )}
      <ConfirmModal
        show={removing !== null}
        title={`Remove ${removing?.name}?`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        danger
        onConfirm={async () => {
          if (!removing) return;
          await remove(removing);
          setRemoving(null);
          onChanged();
        }}
        onClose={() => setRemoving(null)}
      >
        You can no longer sign in with it.
        {passkeys.length + (app ? 1 : 0) === 1 &&
          " Your password alone is enough then, and your recovery codes end."}
      </ConfirmModal>
    </>
  );
}

function remove({ id }: Removal): Promise<unknown> {
  return id === null
    ? request("DELETE", "/api/user/totp")
    : request("DELETE", "/api/user/passkey/{passkey_id}", { path: { passkey_id: id } });
}

type FactorProps = { name: string; mark?: ReactNode; text: string; onRemove: () => void };

function Factor({ name, mark, text, onRemove }: FactorProps) {
  return (
    <li>
      <div className="subject-text">
        <span className="cell-title">{name}</span> {mark}
        <div className="cell-sub">{text}</div>
      </div>
      <Button size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
