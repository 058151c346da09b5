import { useCallback, useMemo } from "react";
import { request } from "../../api/client";
import { usePageContext } from "../../lib/browser/page-context";
import { useQuery } from "../../lib/state/queries";
import { folded } from "../../lib/text/folded";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { guestEmail, guestFrom } from "./guest-address";
import "./person-picker.scss";

/** A colleague, or another person by e-mail address. */
export type PickedPerson = { userId: number } | { email: string; name: string };

/** The option of a person: the value is the id of a colleague, or an address with an optional name. */
export type PersonOption = Option<number | string>;

type Props = {
  label: string;
  hint?: string;
  value: PersonOption | null;
  onChange: (person: PersonOption | null) => void;
  /** The server's sentence, such as about the address of a supplier. */
  error?: string | readonly string[] | null | undefined;
  /** Ids of colleagues who cannot be chosen again. */
  except?: readonly number[];
};

const maxSuggestions = 20;

/**
 * A field for one person: a colleague by name, or anybody by e-mail address. For an address the domain is shown, with a
 * warning if no colleague has it. The address of a colleague chooses the colleague.
 */
export function PersonPicker({ label, hint, value, onChange, error, except = [] }: Props) {
  const { organisation } = usePageContext();
  const organisationId = organisation?.id ?? 0;
  const people = useQuery({
    queryKey: ["colleagues", organisationId],
    queryFn: ({ signal }) =>
      request("GET", "/api/organisation/{organisation_id}/user", {
        path: { organisation_id: organisationId },
        signal,
        toast: false,
      }),
    enabled: organisationId > 0,
  });
  const load = people.refetch;
  const loaded = people.data;
  const exceptKey = except.join();
  const search = useCallback(
    async (text: string): Promise<readonly PersonOption[]> => {
      const colleagues = loaded ?? (await load({ throwOnError: true })).data ?? [];
      const guest = guestFrom(text);
      const taken = exceptKey.split(",");
      const free = colleagues.filter(({ id }) => !taken.includes(String(id)));
      const asOption = ({ id, name, jobTitle }: (typeof colleagues)[number]): PersonOption => ({
        value: id,
        label: name,
        note: jobTitle ?? undefined,
      });
      if (guest) {
        const email = guestEmail(guest);
        const colleague = free.find((person) => person.email?.toLowerCase() === email);
        return colleague ? [asOption(colleague)] : [{ ...guest, note: "By e-mail" }];
      }
      const wanted = folded(text);
      return free
        .filter(({ name }) => folded(name).includes(wanted))
        .slice(0, maxSuggestions)
        .map(asOption);
    },
    [loaded, load, exceptKey],
  );
  const domains = useMemo(() => new Set((loaded ?? []).map(({ email }) => domainOf(email ?? ""))), [loaded]);
  const domain =
    typeof value?.value === "string" ? domainOf(guestEmail({ ...value, value: value.value })) : "";
  const isForeign = domain !== "" && loaded !== undefined && !domains.has(domain);
  return (
    <div className="person-picker">
      <Field label={label} hint={hint} error={error}>
        <TypeAhead value={value} onChange={onChange} search={search} placeholder="Name or e-mail address" />
      </Field>
      {domain && (
        <p className={isForeign ? "person-domain person-domain-foreign" : "person-domain"} role="status">
          <Icon name={isForeign ? "warning" : "mail"} />
          <span>
            Gets a link by e-mail at <strong>{domain}</strong>.
            {isForeign && " None of your colleagues has an address there, so please check the spelling."}
          </span>
        </p>
      )}
    </div>
  );
}

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Convert an option of the picker to the person. */
export function personOf({ value }: PersonOption): PickedPerson {
  if (typeof value === "number") return { userId: value };
  const named = /^(.*)<([^<>]+)>$/.exec(value);
  return { email: (named?.[2] ?? value).trim(), name: named?.[1]?.trim() ?? "" };
}
