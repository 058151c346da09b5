import { useEffect, useRef } from "react";
import type { ApiResponse } from "../../../api/types";
import { formatCount } from "../../../lib/text/numbers";
import { Button, IconButton } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Icon } from "../../../ui/icon";
import { likenessText } from "./invite-match";
import type { Invitee } from "./parse-invitees";
import "./invite.scss";

/**
 * A row of the list; `isAnyway` is true once the user decided to invite a supplier that seems to exist. A row with
 * `userId` is a contact of the network that has not been invited.
 */
export type InviteeRow = Invitee & { id: string; isAnyway: boolean; userId?: number };
export type RowCheck = ApiResponse<"InviteesCheck">["rows"][number] & {
  isFaulty: boolean;
  needsDecision: boolean;
};

type Props = {
  rows: readonly InviteeRow[];
  checks: ReadonlyMap<string, RowCheck>;
  onChange: (rows: InviteeRow[]) => void;
  disabled: boolean;
};

const columns: readonly { name: keyof Invitee; label: string; maxLength: number }[] = [
  { name: "organisationName", label: "Company", maxLength: 200 },
  { name: "contactName", label: "Contact name", maxLength: 200 },
  { name: "contactEmail", label: "E-mail address", maxLength: 254 },
];

/** The suppliers to invite: each row can be corrected or left out. */
export function InviteeTable({ rows, checks, onChange, disabled }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const change = (id: string, values: Partial<InviteeRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...values } : row)));
  const removed = useRef<number | null>(null);
  const remove = (index: number) => {
    removed.current = index;
    onChange(rows.filter((_, at) => at !== index));
  };
  // After a row was left out, the focus goes to the row in its place, because its button is gone.
  useEffect(() => {
    if (removed.current === null) return;
    const row = table.current?.querySelectorAll("tbody tr")[Math.min(removed.current, rows.length - 1)];
    removed.current = null;
    row?.querySelector<HTMLElement>("input, button")?.focus();
  }, [rows]);
  return (
    <Card flush title={`${formatCount(rows.length, "supplier")} to invite`}>
      <table ref={table} className="invitee-table">
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              number={index + 1}
              check={checks.get(row.id)}
              disabled={disabled}
              onChange={(values) => change(row.id, values)}
              onRemove={() => remove(index)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type RowProps = {
  row: InviteeRow;
  number: number;
  check: RowCheck | undefined;
  disabled: boolean;
  onChange: (values: Partial<InviteeRow>) => void;
  onRemove: () => void;
};

function Row({ row, number, check, disabled, onChange, onRemove }: RowProps) {
  const asks = !!check?.needsDecision && !check.isFaulty;
  return (
    <tr>
      {columns.map(({ name, label, maxLength }, index) => {
        const fault = check?.[name];
        const faultId = `${row.id}-${name}`;
        return (
          <td key={name} data-label={label}>
            {row.userId ? (
              <bdi className="invitee-text">{row[name]}</bdi>
            ) : (
              <input
                className="form-control"
                type={name === "contactEmail" ? "email" : "text"}
                aria-label={`${label} of row ${number}`}
                placeholder={label}
                aria-invalid={!!fault}
                aria-describedby={fault ? faultId : undefined}
                value={row[name]}
                maxLength={maxLength}
                autoComplete="off"
                disabled={disabled}
                onChange={(event) => onChange({ [name]: event.target.value, isAnyway: false })}
              />
            )}
            {fault && (
              <p id={faultId} className="field-error">
                {fault}
              </p>
            )}
            {index === 0 && check?.contact && (
              <p className="text-secondary">
                In your network, not invited yet: <bdi>{check.contact.organisationName}</bdi>,{" "}
                <bdi>{check.contact.name}</bdi>
              </p>
            )}
            {index === 0 && asks && (
              <Decision row={row} check={check} onChange={onChange} onRemove={onRemove} disabled={disabled} />
            )}
          </td>
        );
      })}
      <td className="invitee-remove">
        <IconButton icon="delete" label={`Leave out row ${number}`} disabled={disabled} onClick={onRemove} />
      </td>
    </tr>
  );
}

/** The question about a supplier that seems to exist, or is in the list twice. */
function Decision({
  row,
  check,
  onChange,
  onRemove,
  disabled,
}: Omit<RowProps, "number" | "check"> & { check: RowCheck }) {
  const { match, sameAsRow } = check;
  return (
    <fieldset className="invitee-match">
      <legend className="visually-hidden">{row.organisationName} seems to exist</legend>
      <p>
        <Icon name={row.isAnyway ? "check" : "warning"} />{" "}
        {match ? (
          <a href={`/organisations/${match.id}`} target="_blank" rel="noreferrer">
            {likenessText(match)}
          </a>
        ) : (
          `Same company as in row ${(sameAsRow ?? 0) + 1}.`
        )}
      </p>
      {row.isAnyway ? (
        <p className="text-secondary">It will be invited anyway.</p>
      ) : (
        <span className="button-row">
          <Button size="sm" onClick={() => onChange({ isAnyway: true })} disabled={disabled}>
            Invite anyway
          </Button>
          <Button size="sm" variant="link" onClick={onRemove} disabled={disabled}>
            Leave out
          </Button>
        </span>
      )}
    </fieldset>
  );
}
