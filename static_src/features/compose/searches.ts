import { useEffect, useState } from "react";
import { request } from "../../api/client";
import { guestFrom } from "../../domain/people/guest-address";
import { folded } from "../../lib/text/folded";
import type { Option } from "../../ui/type-ahead";
import { type DocumentOption, documentTypes, type MessageType, type UserOption } from "./draft";

/** Search organisations that the viewer may write to. */
export async function searchOrganisations(search: string, signal: AbortSignal): Promise<Option<number>[]> {
  const rows = await request("GET", "/api/organisation/messagePartner", {
    query: { search },
    signal,
    toast: false,
  });
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

const usersById = new Map<number, Promise<UserOption[]>>();

/** Load the users of an organisation, once for each opening of the modal. */
export function usersOf(organisation: Option<number>): Promise<UserOption[]> {
  const { value: organisationId } = organisation;
  let users = usersById.get(organisationId);
  if (!users) {
    users = request("GET", "/api/organisation/{organisation_id}/user", {
      path: { organisation_id: organisationId },
      toast: false,
    }).then((rows) =>
      rows.map(({ id, name, jobTitle, email }) => ({
        value: id,
        label: name,
        note: jobTitle ?? undefined,
        organisationId,
        email,
      })),
    );
    users.catch(() => usersById.delete(organisationId));
    usersById.set(organisationId, users);
  }
  return users;
}

/** Clear the cached users, for the next time that the dialog opens. */
export function clearUsers(): void {
  usersById.clear();
}

/** Return the users of the selected organisations once they have loaded. Without them, guests stay guests. */
export function usePeople(organisations: readonly Option<number>[]): readonly UserOption[] {
  const [people, setPeople] = useState<readonly UserOption[]>([]);
  useEffect(() => {
    let isCurrent = true;
    Promise.all(organisations.map(usersOf)).then(
      (usersByOrganisation) => isCurrent && setPeople(usersByOrganisation.flat()),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [organisations]);
  return people;
}

/** Search the users of these organisations. With several organisations each label names the organisation. */
export function userSearch(organisations: readonly Option<number>[]) {
  return async (text: string): Promise<UserOption[]> => {
    const searchText = folded(text);
    const usersByOrganisation = await Promise.all(organisations.map(usersOf));
    const allUsers = usersByOrganisation.flatMap((users, index) =>
      organisations.length > 1
        ? users.map((user) => ({ ...user, note: organisations[index]?.label }))
        : users,
    );
    return allUsers.filter(({ label }) => folded(label).includes(searchText));
  };
}

/** Search bundles and published forms that this message type may contain. */
export function documentSearch(type: MessageType) {
  return async (search: string, signal: AbortSignal): Promise<DocumentOption[]> => {
    const query = { type: documentTypes[type], search };
    const requestOptions = { signal, toast: false };
    const [bundles, forms] = await Promise.all([
      request("GET", "/api/docFormBundle", { query: { ...query, sendable: true }, ...requestOptions }),
      request("GET", "/api/docForm", { query: { ...query, inUse: true, i: "bundles" }, ...requestOptions }),
    ]);
    const options: DocumentOption[] = [
      ...bundles.map(({ id, name, docForms }) => ({
        // Negative, so that it differs from the ids of all forms.
        value: -id,
        label: name,
        note: docForms.length === 1 ? "Bundle of one document" : `Bundle of ${docForms.length} documents`,
        bundle: {
          id,
          name,
          documents: docForms.map((form) => ({ value: form.inUseId ?? form.id, label: form.title })),
        },
      })),
      ...forms.map(({ id, title, type: formType }) => ({
        value: id,
        label: title,
        ...(formType === type ? {} : { note: "Generic" }),
      })),
    ];
    return search ? options.sort(compareMatches(search)) : options;
  };
}

/** Compare by match: titles equal to the search first, then titles that start with it; forms before bundles. */
function compareMatches(search: string) {
  const searchText = folded(search);
  const rank = ({ label, bundle }: DocumentOption) => {
    const title = folded(label);
    const distance = title === searchText ? 0 : title.startsWith(searchText) ? 1 : 2;
    return distance * 2 + (bundle ? 1 : 0);
  };
  return (one: DocumentOption, other: DocumentOption) => rank(one) - rank(other);
}

/** Suggest the typed text once it is an e-mail address. */
export function searchGuests(text: string): Option<string>[] {
  const guest = guestFrom(text);
  return guest ? [guest] : [];
}

/** Search the tags of the viewer's organisation. */
export async function searchTags(search: string, signal: AbortSignal): Promise<Option<string>[]> {
  const tags = await request("GET", "/api/relationship/tag", { query: { search }, signal, toast: false });
  return tags.map(({ name }) => ({ value: name, label: name }));
}
