import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { guestEmail, guestFrom } from "../../domain/people/guest-address";
import type { Option } from "../../ui/type-ahead";

type Contact = Pick<ApiResponse<"Contact">, "id" | "name" | "jobTitle" | "email">;

/** A supplier; its value is the id of the relationship. */
export type SupplierOption = Option<number> & { organisationId: number | null };

/** Search suppliers of the organisation with a level above None. */
export async function searchSuppliers(search: string, signal: AbortSignal): Promise<SupplierOption[]> {
  const rows = await request("GET", "/api/relationship/supplier", {
    query: { search },
    signal,
    toast: false,
  });
  return rows.map(({ id, withOrganisation }) => ({
    value: id,
    label: withOrganisation.name,
    organisationId: withOrganisation.id,
  }));
}

const asOption = ({ id, name, jobTitle }: Contact): Option<number | string> => ({
  value: id,
  label: name,
  note: jobTitle ?? undefined,
});

/** Search the contacts of a supplier. */
export function contactSearch(organisationId: number) {
  let contacts: Promise<Contact[]> | null = null;
  return async (text: string): Promise<Option<number | string>[]> => {
    contacts ??= request("GET", "/api/organisation/{organisation_id}/user", {
      path: { organisation_id: organisationId },
      toast: false,
    });
    contacts.catch(() => {
      contacts = null;
    });
    const searchText = text.toLocaleLowerCase();
    return (await contacts).filter(({ name }) => name.toLocaleLowerCase().includes(searchText)).map(asOption);
  };
}

/** Search colleagues by name. A complete e-mail address is a suggestion, or the colleague with that address. */
export function recipientSearch(people: MatchablePeople) {
  return async (search: string, signal: AbortSignal): Promise<Option<number | string>[]> => {
    const guest = guestFrom(search);
    if (guest) return [colleagueAt(guest, people) ?? { ...guest, note: "Guest by e-mail" }];
    const rows = await request("GET", "/api/user", {
      query: { search, myOrgOnly: true },
      signal,
      toast: false,
    });
    return rows.map(asOption);
  };
}

/** People to match with a typed address: colleagues, contacts of the supplier, and earlier recipients. */
export type MatchablePeople = {
  colleagues: readonly Contact[];
  suppliers: readonly Contact[];
  supplierName: string;
  /** Earlier recipients: ids of colleagues, lower-case addresses of guests. */
  asked: ReadonlySet<number | string>;
};

export const loadPeople = (organisationId: number) =>
  request("GET", "/api/organisation/{organisation_id}/user", {
    path: { organisation_id: organisationId },
    toast: false,
  });

const byEmail = (people: readonly Contact[], email: string) =>
  people.find((person) => person.email?.toLowerCase() === email);

function colleagueAt(guest: Option<string>, { colleagues }: MatchablePeople): Option<number | string> | null {
  const colleague = byEmail(colleagues, guestEmail(guest));
  return colleague ? asOption(colleague) : null;
}

/**
 * Replace addresses of colleagues by the colleagues. Contacts of the supplier and earlier recipients are removed,
 * with an error message for each.
 */
export function matchRecipients(
  recipients: readonly Option<number | string>[],
  people: MatchablePeople,
): { recipients: Option<number | string>[]; faults: string[] } {
  const faults: string[] = [];
  const byValue = new Map<number | string, Option<number | string>>();
  for (const recipient of recipients) {
    const guest = typeof recipient.value === "string" ? { ...recipient, value: recipient.value } : null;
    const option = (guest && colleagueAt(guest, people)) ?? recipient;
    const email = guest && guestEmail(guest);
    if (email && byEmail(people.suppliers, email)) {
      const location = `${people.supplierName}, which is being assessed`;
      faults.push(`${email} works at ${location}. An internal survey can't be sent to the supplier.`);
    } else if (people.asked.has(option.value) || (email && people.asked.has(email))) {
      faults.push(`${option.label} has been asked already.`);
    } else byValue.set(option.value, option);
  }
  return { recipients: [...byValue.values()], faults };
}
