import { type SubmitEvent, useState } from "react";
import { request } from "../../../../api/client";
import { useFormFields } from "../../../../lib/state/use-form-fields";
import { useSave } from "../../../../lib/state/use-save";
import { useDates } from "../../../../lib/text/dates";
import { Badge } from "../../../../ui/badge";
import { Button } from "../../../../ui/button";
import { ConfirmModal } from "../../../../ui/confirm-modal";
import { CopyField } from "../../../../ui/copy-field";
import { Field } from "../../../../ui/field";
import { TextInput } from "../../../../ui/inputs";
import type { Company } from "./company";
import "./company.scss";

type Domain = Company["domains"][number];

type Props = { domains: readonly Domain[]; onChanged: () => void };

/** The mail domains of the organisation, each with the TXT record that verifies it. */
export function Domains({ domains, onChanged }: Props) {
  const [removing, setRemoving] = useState<Domain | null>(null);
  return (
    <>
      <h3>Domains</h3>
      {domains.length === 0 && (
        <p className="text-secondary">
          No domain yet. People with addresses of a verified domain can use the company sign-in.
        </p>
      )}
      {domains.length > 0 && (
        <ul className="company-domains" aria-label="Domains">
          {domains.map((domain) => (
            <DomainRow
              key={domain.id}
              domain={domain}
              onChanged={onChanged}
              onRemove={() => setRemoving(domain)}
            />
          ))}
        </ul>
      )}
      <NewDomain onAdded={onChanged} />
      <ConfirmModal
        show={removing !== null}
        title={`Remove ${removing?.name}?`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        danger
        onConfirm={async () => {
          if (!removing) return;
          await request("DELETE", "/api/companySignIn/domain/{domain_id}", {
            path: { domain_id: removing.id },
          });
          setRemoving(null);
          onChanged();
        }}
        onClose={() => setRemoving(null)}
      >
        The login page no longer offers the company sign-in to people with addresses of this domain.
      </ConfirmModal>
    </>
  );
}

type RowProps = { domain: Domain; onChanged: () => void; onRemove: () => void };

function DomainRow({ domain, onChanged, onRemove }: RowProps) {
  const dates = useDates();
  const { id, name, record, verified } = domain;
  const {
    save: verify,
    busy: verifying,
    failure,
  } = useSave({
    send: () =>
      request("POST", "/api/companySignIn/domain/{domain_id}/verify", {
        path: { domain_id: id },
        toast: false,
      }),
    success: `${name} is verified`,
    onSaved: onChanged,
    failureOf: (error) => (error instanceof Error ? error.message : ""),
  });
  return (
    <li>
      <div className="company-domain">
        <span>
          <strong>{name}</strong>{" "}
          {verified ? <Badge tone="ok">Verified</Badge> : <Badge tone="wait">Not verified</Badge>}
          {verified && <span className="cell-sub d-block">Since {dates.date(verified)}</span>}
        </span>
        <Button size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {!verified && (
        <div>
          <CopyField
            label={`TXT record of ${name}`}
            value={record}
            hint="Add this TXT record where your domain is managed, then verify. You can remove it afterwards."
          />
          <Button variant="primary" busy={verifying} busyText="Looking it up..." onClick={() => verify()}>
            Verify domain
          </Button>
          <div role="alert">{failure && <p className="field-error mt-2 mb-0">{failure}</p>}</div>
        </div>
      )}
    </li>
  );
}

function NewDomain({ onAdded }: { onAdded: () => void }) {
  const form = useFormFields({ domain: "" }, ({ domain }: { domain: string }) => ({
    domain: domain.trim() ? undefined : "Enter a domain.",
  }));
  const {
    save,
    busy: adding,
    failure,
  } = useSave({
    send: () =>
      request("POST", "/api/companySignIn/domain", {
        body: { domain: form.values.domain },
        toast: (error) => form.refuse(error),
      }),
    onSaved: () => {
      form.reset({ domain: "" });
      onAdded();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.touchAll()) save();
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="company-add">
        <Field label="New domain" error={form.shown("domain")}>
          <TextInput
            value={form.values.domain}
            maxLength={253}
            placeholder="example.com"
            autoComplete="off"
            disabled={adding}
            onChange={(event) => form.set("domain", event.target.value)}
          />
        </Field>
        <Button type="submit" icon="add" busy={adding} busyText="Adding...">
          Add domain
        </Button>
      </div>
      <div role="alert">{failure && <p className="field-error mt-2 mb-0">{failure}</p>}</div>
    </form>
  );
}
