import { request } from "../../api/client";
import { ApiError, isNotFound } from "../../api/errors";
import { emit, useBrowserEvent } from "../../lib/events";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import type { Option } from "../../ui/type-ahead";
import type { DefectCode, Ncr, NcrPeople } from "./types";

/** A supplier; its value is the id of the organisation's relationship with it. */
export type SupplierOption = Option<number>;

export async function searchSuppliers(search: string, signal: AbortSignal): Promise<SupplierOption[]> {
  const rows = await request("GET", "/api/relationship/supplier", {
    query: { search },
    signal,
    toast: false,
  });
  return rows.map(({ id, withOrganisation }) => ({ value: id, label: withOrganisation.name }));
}

export async function searchAccounts(search: string, signal: AbortSignal): Promise<Option<string>[]> {
  const rows = await request("GET", "/api/ncr/accountName", {
    query: { search },
    signal,
    toast: false,
  });
  return rows.map(({ name }) => ({ value: name, label: name }));
}

/**
 * Return the people of the viewer's organisation and, once a supplier is selected, of the supplier: [own
 * organisation, supplier].
 */
export function usePeople(relationshipId: number | null): NcrPeople[] | undefined {
  return useQuery({
    queryKey: ["ncrPeople", relationshipId],
    queryFn: ({ signal }) => request("GET", "/api/ncr/people", { query: { relationshipId }, signal }),
  }).data;
}

/** Return the defect codes: the own ones, and the codes of customers on received non-conformances. */
export function useDefectCodes(enabled = true): DefectCode[] | undefined {
  return useQuery({
    queryKey: ["defectCodes"],
    queryFn: ({ signal }) => request("GET", "/api/defectCode", { signal }),
    enabled,
  }).data;
}

/**
 * Return true if a request failed because the record was deleted: the reporting organisation gets an error code, the
 * supplier a 404.
 */
export function isDeleted(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.code === "deleted");
}

/** Return the text for a deleted record; for the supplier this is the only reason of a 404. */
export function deletedBy({ supplierRelationship }: Ncr): string {
  return `${supplierRelationship.organisation.name} has deleted this non-conformance.`;
}

/** Undo the deletion. */
export function restoreNcr(id: number): Promise<Ncr> {
  return request("PUT", "/api/ncr/{ncr_id}/deleted", { path: { ncr_id: id }, body: { deleted: false } });
}

/** Load a non-conformance, starting with `first` from the page; reloads after events on the page. */
export function useNcr(id: number | null, first?: Ncr) {
  const client = useQueryClient();
  const queryKey = ["ncrDetails", id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      // The modal shows that it was not found.
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
    /** True if it does not exist or was deleted, which the reporting organisation can undo. */
    isMissing: isNotFound(query.error),
    refetch,
    /** Show the saved record and notify the lists of the page. */
    saved: (ncr: Ncr) => {
      client.setQueryData(["ncrDetails", ncr.id], ncr);
      emit("NON_CONFORMANCE_CHANGED", { id: ncr.id });
      emit("EVENT_LOG_CHANGED", { relationshipId: ncr.supplierRelationship.id });
      emit("MESSAGES_CHANGED", {});
    },
  };
}
