import { useMemo, useState } from "react";
import { guestsFrom } from "../../domain/people/guest-address";
import { Field } from "../../ui/field";
import { MultiTypeAhead } from "../../ui/multi-type-ahead";
import { addedText, type DocumentOption, type Draft, withDocuments, withGuests } from "./draft";
import { documentSearch, searchGuests, searchOrganisations, usePeople, userSearch } from "./searches";

type Props = {
  id?: string;
  draft: Draft;
  error?: string[] | undefined;
  onChange: (changes: Partial<Draft>) => void;
};

export function OrganisationsField({ id, draft, error, onChange }: Props) {
  const { organisations, users } = draft;
  const several = organisations.length > 1;
  return (
    <Field
      label="Recipient organisation"
      required={draft.type === "MESSAGE"}
      id={id}
      error={error}
      hint={several ? "Each organisation gets its own; none learns of the others." : undefined}
    >
      <MultiTypeAhead
        value={organisations}
        search={searchOrganisations}
        placeholder="Type a name"
        onChange={(chosen) =>
          onChange({
            organisations: chosen,
            users: users.filter((user) => chosen.some(({ value }) => value === user.organisationId)),
          })
        }
      />
    </Field>
  );
}

export function UsersField({ id, draft, error, onChange }: Props) {
  const { organisations, users } = draft;
  const search = useMemo(() => userSearch(organisations), [organisations]);
  const [only] = organisations;
  const everyone =
    organisations.length === 1 ? `Everyone at ${only?.label}` : "Everyone at each organisation";
  return (
    <Field label="Users" id={id} error={error} hint="Leave empty to include everyone.">
      <MultiTypeAhead
        value={users}
        search={search}
        placeholder={everyone}
        onChange={(chosen) => onChange({ users: chosen })}
      />
    </Field>
  );
}

export function GuestsField({ id, draft, error, onChange }: Props) {
  const people = usePeople(draft.organisations);
  const [note, setNote] = useState("");
  return (
    <Field
      label="Guests by e-mail"
      id={id}
      error={error}
      hint={note || "No account needed: each guest gets a personal link."}
    >
      <MultiTypeAhead
        value={draft.guests}
        search={searchGuests}
        fromText={guestsFrom}
        placeholder="name@example.com"
        emptyText="Enter a whole e-mail address."
        rest={draft.guestText}
        onChange={(guests, guestText) => {
          const result = withGuests(draft, guests, people);
          setNote(result.note);
          onChange({ ...result.changes, guestText });
        }}
        onRest={(guestText) => onChange({ guestText })}
      />
      <div className="visually-hidden" role="status">
        {note}
      </div>
    </Field>
  );
}

export function DocumentsField({ id, draft, error, onChange }: Props) {
  const { type, documents, bundle } = draft;
  const search = useMemo(() => documentSearch(type), [type]);
  return (
    <Field
      label="Documents"
      required
      id={id}
      error={error}
      hint={
        bundle ? `Sent as the bundle '${bundle.name}', in this order.` : "Suppliers see them in this order."
      }
    >
      <MultiTypeAhead<DocumentOption>
        key={type}
        value={documents}
        search={search}
        placeholder="Choose one or more, or a bundle"
        describeAdded={(added) => addedText(draft, added)}
        onChange={(chosen) => onChange(withDocuments(draft, chosen))}
      />
    </Field>
  );
}
