import { request } from "../../api/client";
import { ApiError, isNotFound } from "../../api/errors";
import { emit, useBrowserEvent } from "../../lib/events";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import type { Option } from "../../ui/type-ahead";
import type { Ncr, NcrPeople } from "./types";

/** A supplier by the relationship that the own organisation keeps with it. */
export type SupplierOption = Option<number>;

export async function searchSuppliers(search: string, signal: AbortSignal): Promise<SupplierOption[]> {
  const found = await request("GET", "/api/relationship/supplier", {
    query: { search },
    signal,
    toast: false,
  });
  return found.map(({ id, withOrganisation }) => ({ value: id, label: withOrganisation.name }));
}

export async function searchAccounts(search: string, signal: AbortSignal): Promise<Option<string>[]> {
  const found = await request("GET", "/api/ncr/accountName", {
    query: { search },
    signal,
    toast: false,
  });
  return found.map(({ name }) => ({ value: name, label: name }));
}

/** The own people and, once a supplier is chosen, its own: [own organisation, supplier]. */
export function usePeople(relationshipId: number | null): NcrPeople[] | undefined {
  return useQuery({
    queryKey: ["ncrPeople", relationshipId],
    queryFn: ({ signal }) => request("GET", "/api/ncr/people", { query: { relationshipId }, signal }),
  }).data;
}

/** True if a call failed because the record was deleted: the raiser gets an error code, the other side a 404. */
export function isDeleted(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.code === "deleted");
}

/** Why it is not there any more: for the other end that is the one reason. */
export function deletedBy({ supplierRelationship }: Ncr): string {
  return `${supplierRelationship.organisation.name} has deleted this non-conformance.`;
}

/** Take it back. */
export function restoreNcr(id: number): Promise<Ncr> {
  return request("PUT", "/api/ncr/{ncr_id}/deleted", { path: { ncr_id: id }, body: { deleted: false } });
}

/** One non-conformance, begun with the one that came with the page; it follows what happens on the page. */
export function useNcr(id: number | null, first?: Ncr) {
  const client = useQueryClient();
  const queryKey = ["ncrDetails", id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      // That it is gone is said in its place.
      request("GET", "/api/ncr/{ncr_id}", {
        path: { ncr_id: id ?? 0 },
        signal,
        toast: (error) => !isNotFound(error),
      }),
    enabled: id !== null,
    ...(first && first.id === id ? { initialData: first } : {}),
  });
  const refetch = () => {
    if (id !== null) query.refetch();
  };
  useBrowserEvent("NON_CONFORMANCE_CHANGED", (detail) => {
    if (detail.id === undefined || detail.id !== id) refetch();
  });
  useBrowserEvent("MESSAGES_CHANGED", refetch);
  return {
    ncr: query.data,
    failed: query.isError,
    /** Whether it is not there, or no longer: the raiser has deleted it, which may be taken back. */
    gone: isNotFound(query.error),
    refetch,
    /** Show what the server has just answered, and tell the page's lists. */
    saved: (ncr: Ncr) => {
      client.setQueryData(["ncrDetails", ncr.id], ncr);
      emit("NON_CONFORMANCE_CHANGED", { id: ncr.id });
      emit("EVENT_LOG_CHANGED", { relationshipId: ncr.supplierRelationship.id });
      emit("MESSAGES_CHANGED", {});
    },
  };
}
