import { type SubmitEvent, useState } from "react";
import { request } from "../../../api/client";
import { besides, fieldErrors } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import { type Address, type AddressErrors, AddressForm, addressErrors } from "../../../domain/places/address";
import { useBasis } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { useFaultFocus } from "../../../ui/use-fault-focus";
import type { Organisation } from "../types";

const names = ["line1", "line2", "city", "region", "zipcode", "country"] as const;
const none: Address = { line1: null, line2: null, city: null, region: null, zipcode: null, country: null };

/** The request body of a complete address. */
const trimmed = (draft: Address) =>
  Object.fromEntries(names.map((name) => [name, draft[name]?.trim() || null])) as ApiBody<"AddressChange">;

type Props = { organisation: Organisation; onSaved: (organisation: Organisation) => void };

/** The registered address; it can be saved when it is changed and complete (specification, section 5, Address form). */
export function AddressPanel({ organisation, onSaved }: Props) {
  const stored = organisation.address ?? none;
  const [draft, setDraft] = useState<Address>(stored);
  const [refused, setRefused] = useState<AddressErrors>({});
  const draftState = useDraft(`address.${organisation.id}`, () => draft, setDraft, { beginning: stored });
  const basis = useBasis(stored);
  const changed = names.some((name) => (draft[name] ?? "") !== (stored[name] ?? ""));
  const missing = addressErrors(draft);
  const valid = Object.keys(missing).length === 0;

  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/organisation/{organisation_id}/address", {
        path: { organisation_id: organisation.id },
        body: { ...trimmed(draft), basedOn: basis.basedOn },
        toast: besides(...names),
      }),
    success: "Address saved",
    onSaved: (saved) => {
      onSaved(saved);
      setDraft(saved.address ?? none);
      basis.begin(saved.address ?? none);
    },
    onError: (error) => setRefused(fieldErrors(error)),
    basis,
  });
  const place = useFaultFocus<HTMLFormElement>(saving);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed && valid) save();
  };
  return (
    <Card title="Registered address">
      <form ref={place} noValidate onSubmit={submit} aria-label="Registered address">
        {draftState.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
        <AddressForm
          value={draft}
          onChange={(changes) => {
            setDraft((now) => ({ ...now, ...changes }));
            setRefused({});
          }}
          // Empty fields of an address that was never entered are required, but not errors yet.
          errors={changed ? { ...missing, ...refused } : refused}
          disabled={saving}
        />
        <FailureAlert error={failure} />
        <Button
          type="submit"
          variant="primary"
          busy={saving}
          busyText="Saving..."
          disabled={!changed || !valid}
        >
          Save address
        </Button>
      </form>
    </Card>
  );
}
