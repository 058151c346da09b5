import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import type { FormType } from "../../domain/forms/doc-forms";
import { guestEmail, guestFrom } from "../../domain/people/guest-address";
import type { Option } from "../../ui/type-ahead";

type Contact = Pick<ApiResponse<"Contact">, "id" | "name" | "jobTitle" | "email">;

/** A supplier by the own relationship with it. */
export type SupplierOption = Option<number> & { organisationId: number | null };

/** A form or a bundle of forms. */
export type FormOption = Option<string> & { docFormId: number | null; docFormBundleId: number | null };

/** What is asked of the supplier, and of the own people (specification, section 5, Internal survey request). */
export const selfSurveyTypes = ["SELF_SURVEY", "RFI", "GENERIC"] as const;
export const internalSurveyTypes = ["INTERNAL_SURVEY"] as const;

/** Suppliers of the own network above None. */
export async function searchSuppliers(search: string, signal: AbortSignal): Promise<SupplierOption[]> {
  const found = await request("GET", "/api/relationship/supplier", {
    query: { search },
    signal,
    toast: false,
  });
  return found.map(({ id, withOrganisation }) => ({
    value: id,
    label: withOrganisation.name,
    organisationId: withOrganisation.id,
  }));
}

/** Published forms of these types, and the bundles that are made of them alone. */
export function formSearch(types: readonly FormType[]) {
  return async (search: string, signal: AbortSignal): Promise<FormOption[]> => {
    const [forms, bundles] = await Promise.all([
      request("GET", "/api/docForm", {
        query: { inUse: true, type: types, search, pageSize: 20 },
        signal,
        toast: false,
      }),
      request("GET", "/api/docFormBundle", {
        query: { sendable: true, type: types, search },
        signal,
        toast: false,
      }),
    ]);
    return [
      ...bundles.map(({ id, name }) => ({
        value: `bundle-${id}`,
        label: name,
        note: "Bundle",
        docFormId: null,
        docFormBundleId: id,
      })),
      ...forms.map(({ id, title }) => ({
        value: `form-${id}`,
        label: title,
        docFormId: id,
        docFormBundleId: null,
      })),
    ];
  };
}

const asOption = ({ id, name, jobTitle }: Contact): Option<number | string> => ({
  value: id,
  label: name,
  note: jobTitle ?? undefined,
});

/** The people of a supplier who could be asked. */
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
    const wanted = text.toLocaleLowerCase();
    return (await contacts).filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).map(asOption);
  };
}

/** Colleagues by name; a typed address is its own suggestion once it is one, or the colleague's who has it. */
export function recipientSearch(people: KnownPeople) {
  return async (search: string, signal: AbortSignal): Promise<Option<number | string>[]> => {
    const guest = guestFrom(search);
    if (guest) return [colleagueAt(guest, people) ?? { ...guest, note: "Guest by e-mail" }];
    const found = await request("GET", "/api/user", {
      query: { search, myOrgOnly: true },
      signal,
      toast: false,
    });
    return found.map(asOption);
  };
}

/** Who can be recognised by the address: colleagues, the supplier's people, and those who have been asked. */
export type KnownPeople = {
  colleagues: readonly Contact[];
  suppliers: readonly Contact[];
  supplierName: string;
  /** Colleagues by id, guests by address in small letters. */
  asked: ReadonlySet<number | string>;
};

export const knownPeople = (organisationId: number) =>
  request("GET", "/api/organisation/{organisation_id}/user", {
    path: { organisation_id: organisationId },
    toast: false,
  });

const byEmail = (people: readonly Contact[], email: string) =>
  people.find((person) => person.email?.toLowerCase() === email);

function colleagueAt(guest: Option<string>, { colleagues }: KnownPeople): Option<number | string> | null {
  const found = byEmail(colleagues, guestEmail(guest));
  return found ? asOption(found) : null;
}

/**
 * Recipients of an internal survey as they can be asked: colleagues in place of their addresses. Who works for the
 * supplier or has been asked already is left out, with a sentence each.
 */
export function recognised(
  recipients: readonly Option<number | string>[],
  people: KnownPeople,
): { recipients: Option<number | string>[]; faults: string[] } {
  const faults: string[] = [];
  const kept = new Map<number | string, Option<number | string>>();
  for (const given of recipients) {
    const guest = typeof given.value === "string" ? { ...given, value: given.value } : null;
    const option = (guest && colleagueAt(guest, people)) ?? given;
    const email = guest && guestEmail(guest);
    if (email && byEmail(people.suppliers, email)) {
      const where = `${people.supplierName}, which is being assessed`;
      faults.push(`${email} works at ${where}. An internal survey can't be sent to the supplier.`);
    } else if (people.asked.has(option.value) || (email && people.asked.has(email))) {
      faults.push(`${option.label} has been asked already.`);
    } else kept.set(option.value, option);
  }
  return { recipients: [...kept.values()], faults };
}
