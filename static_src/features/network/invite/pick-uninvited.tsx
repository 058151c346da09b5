import { useState } from "react";
import { type ListPage, requestPage } from "../../../api/client";
import { errorText } from "../../../api/errors";
import type { ApiResponse } from "../../../api/types";
import { SelectEverything } from "../../../domain/bulk/list-selection";
import { useSelection } from "../../../domain/bulk/use-selection";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useSave } from "../../../lib/state/use-save";
import { groupDigits } from "../../../lib/text/numbers";
import { Button } from "../../../ui/button";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { SearchInput } from "../../../ui/inputs";
import { ResultCount } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";

export type UninvitedContact = ApiResponse<"UninvitedContact">;

type Props = {
  /** The number of suppliers that can still be added. */
  room: number;
  onAdd: (contacts: readonly UninvitedContact[]) => void;
  onClose: () => void;
};

const path = "/api/relationship/notInvited";
/** The server's maximum. */
const largestPage = 100;

/** Dialog with the imported suppliers that have not been invited, to add some or all of them to the list. */
export function PickUninvited({ room, onAdd, onClose }: Props) {
  const [search, setSearch] = useState("");
  const params = { search: useDebounced(search.trim(), 250) };
  const list = useInfiniteList({ queryKey: ["uninvited"], path, params, pageSize: 50 });
  const { rows, total, capped } = list;
  const selection = useSelection({ rows, total, capped, params, byFilter: true });
  const { save, busy, failure } = useSave({
    send: async () =>
      selection.isAll ? allContacts(params, room) : rows.filter(({ id }) => selection.ticks.has(id)),
    onSaved: (contacts) => {
      onAdd(contacts);
      onClose();
    },
    failureOf: errorText,
  });
  const count = selection.isAll ? Math.min(selection.count, room) : selection.count;
  return (
    <Modal
      show
      size="xl"
      title="Suppliers not invited yet"
      onClose={onClose}
      busy={busy}
      footer={
        <>
          {selection.count > room && (
            <p className="text-secondary">
              {selection.isAll
                ? `The first ${groupDigits(room)} are added.`
                : `At most ${groupDigits(room)} can be added.`}
            </p>
          )}
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon="add"
            onClick={() => save()}
            busy={busy}
            busyText="Adding..."
            disabled={count === 0 || count > room}
          >
            {count === 0
              ? "Add suppliers"
              : count === 1
                ? "Add 1 supplier"
                : `Add ${groupDigits(count)} suppliers`}
          </Button>
        </>
      }
    >
      <FailureAlert error={failure} />
      <Field label="Search" hint="Supplier, contact or own number.">
        <SearchInput value={search} maxLength={200} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <div className="button-row">
        <ResultCount total={total} capped={capped} failed={list.failed} noun={["supplier", "suppliers"]} />
        <SelectEverything selection={selection} />
      </div>
      <DataTable
        label="Suppliers not invited yet"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ organisationName }) => organisationName}
        ticks={selection.ticks}
        isLoading={list.isLoading}
        isStale={list.isStale}
        more={list}
        empty={
          search ? (
            <EmptyState icon="search" title="No suppliers for this search." />
          ) : (
            <EmptyState
              icon="completed"
              title="All suppliers with a contact have been invited."
              text="Suppliers that you import appear here until their first invitation."
            />
          )
        }
      />
    </Modal>
  );
}

const columns: readonly Column<UninvitedContact>[] = [
  {
    key: "supplier",
    title: "Supplier",
    primary: true,
    render: ({ organisationName, externalRef }) => (
      <div>
        <bdi className="cell-title">{organisationName}</bdi>
        {externalRef && (
          <div className="cell-sub">
            No. <bdi>{externalRef}</bdi>
          </div>
        )}
      </div>
    ),
  },
  {
    key: "contact",
    title: "Contact",
    render: ({ name, email }) => (
      <div>
        <bdi>{name}</bdi>
        <div className="cell-sub">{email}</div>
      </div>
    ),
  },
];

/** Load the first contacts of the list, at most `limit`. */
async function allContacts(query: { search: string }, limit: number): Promise<UninvitedContact[]> {
  const contacts: UninvitedContact[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<UninvitedContact> = await requestPage(path, {
      query,
      pageSize: largestPage,
      cursor,
      toast: false,
    });
    contacts.push(...page.rows);
    cursor = page.pagination.nextCursor;
  } while (cursor && contacts.length < limit);
  return contacts.slice(0, limit);
}
