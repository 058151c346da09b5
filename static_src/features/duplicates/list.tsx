import { useEffect, useRef, useState } from "react";
import { type ListPage as Page, request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import { type Level, LevelBadge } from "../../domain/level";
import { useUndoMerge } from "../../domain/merging/use-undo-merge";
import { NetworkTabs } from "../../domain/network-tabs";
import { OrgLogo } from "../../domain/people/faces";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useQuery } from "../../lib/state/queries";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useSave } from "../../lib/state/use-save";
import { formatCount } from "../../lib/text/numbers";
import { toasts } from "../../lib/toasts";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { ResultCount } from "../../ui/load-more";
import { PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import { mergeable, type Pair, reasonsOf } from "./pairs";
import "./duplicates.scss";

type Scan = ApiResponse<"Scan">;
type Props = { list: Page<Pair>; scan: Scan };

const loadModal = () => import("./merge-modal");
const pageSize = 20;
const pollInterval = 2_000;

/** /organisations?tab=duplicates: suppliers of the network that look alike, to be merged or marked as different. */
export default function DuplicateList({ list: first, scan: firstScan }: Props) {
  const list = useInfiniteList({
    queryKey: ["duplicates"],
    path: "/api/duplicate",
    pageSize,
    first,
    inAddress: true,
  });
  const [merging, setMerging] = useState<Pair | null>(null);
  const modal = useLoaded(loadModal, merging !== null);
  const { save: undo } = useUndoMerge(list.refetch);
  const verdict = useVerdict(list.refetch);
  const { scan, compare, isStarting } = useScan(firstScan, list.refetch);
  return (
    <>
      <PageHeader
        title="Network"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["possible duplicate", "possible duplicates"]}
          />
        }
      />
      <NetworkTabs current="duplicates" />
      <div className="scan-line">
        <span role="status">
          <ScanText scan={scan} />
        </span>
        <Button
          size="sm"
          icon="refresh"
          onClick={() => compare()}
          busy={isStarting || scan.isRunning}
          busyText="Comparing..."
        >
          Compare again
        </Button>
      </div>
      <Card flush>
        <DataTable
          label="Possible duplicates"
          columns={columns({ merge: setMerging, reject: (pair) => verdict.save(pair) })}
          rows={list.rows}
          rowKey={({ id }) => id}
          isLoading={list.isLoading}
          isStale={list.isStale}
          more={list}
          empty={
            <EmptyState
              icon="organisation"
              title="No possible duplicates."
              text="Suppliers of your network with the same numbers, mail domain or a similar name appear here."
            />
          }
        />
      </Card>
      {modal && merging && (
        <modal.MergeModal
          key={merging.id}
          pair={merging}
          onClose={() => setMerging(null)}
          onMerged={(merge) => {
            setMerging(null);
            list.refetch();
            toasts.success(`Merged ${merge.former.name} into ${merge.survivor.name}.`, {
              label: "Undo",
              run: () => undo({ id: merge.id ?? 0, goneName: merge.former.name }),
            });
          }}
        />
      )}
    </>
  );
}

/** Hide a pair because its suppliers are different. The toast takes it back. */
function useVerdict(refetch: () => void) {
  const send = (pair: Pair, verdict: "DIFFERENT" | null) =>
    request("POST", "/api/duplicate/{pair_id}/verdict", { path: { pair_id: pair.id }, body: { verdict } });
  const { save: withdraw } = useSave({
    send: (pair: Pair) => send(pair, null),
    success: "Shown in the list again.",
    onSaved: refetch,
  });
  return useSave({
    send: (pair: Pair) => send(pair, "DIFFERENT"),
    perInput: true,
    onSaved: (_, pair) => {
      refetch();
      toasts.success("Marked as two different suppliers.", { label: "Undo", run: () => withdraw(pair) });
    },
  });
}

/** The last comparison. While one is running, its state is polled; then the list is loaded again. */
function useScan(first: Scan, refetch: () => void) {
  const query = useQuery({
    queryKey: ["duplicateScan"],
    queryFn: ({ signal }) => request("GET", "/api/duplicate/scan", { toast: false, signal }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.isRunning ? pollInterval : false),
  });
  const { save: compare, busy: isStarting } = useSave({
    send: () => request("POST", "/api/duplicate/scan"),
    onSaved: () => query.refetch(),
  });
  const wasRunning = useRef(first.isRunning);
  const { isRunning } = query.data;
  useEffect(() => {
    if (wasRunning.current && !isRunning) refetch();
    wasRunning.current = isRunning;
  }, [isRunning, refetch]);
  return { scan: query.data, compare, isStarting };
}

function ScanText({ scan: { finished, suppliers, isLimited, isRunning } }: { scan: Scan }) {
  if (isRunning) return "Your suppliers are being compared. New duplicates appear here in a few seconds.";
  if (!finished) return "Your suppliers have not been compared yet.";
  return (
    <>
      Compared {isLimited && "the newest "}
      {formatCount(suppliers, "supplier")} on <Time value={finished} />. New suppliers are compared within
      minutes.
    </>
  );
}

type Actions = { merge: (pair: Pair) => void; reject: (pair: Pair) => void };

const columns = ({ merge, reject }: Actions): readonly Column<Pair>[] => [
  {
    key: "suppliers",
    title: "Suppliers",
    primary: true,
    render: ({ suppliers }) => (
      <ul className="pair-suppliers">
        {suppliers.map((supplier) => (
          <li key={supplier.id}>
            <OrgLogo organisation={supplier} size="sm" />
            <span>
              <a href={`/organisations/${supplier.id}`}>
                <bdi>{supplier.name}</bdi>
              </a>
              {(supplier.city || supplier.isInvited) && (
                <span className="text-secondary">
                  {[supplier.city, supplier.isInvited && "Invited"].filter(Boolean).join(" \u00b7 ")}
                </span>
              )}
            </span>
            <LevelBadge level={supplier.level as Level} />
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: "why",
    title: "Why",
    render: (pair) => (
      <span className="pair-reasons">
        {reasonsOf(pair).map((text) => (
          <Badge key={text} tone={pair.isCertain ? "wait" : "none"}>
            {text}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    render: (pair) => {
      const names = pair.suppliers.map(({ name }) => name).join(" and ");
      return (
        <span className="pair-actions">
          {mergeable(pair).length > 0 ? (
            <Button size="sm" onClick={() => merge(pair)} aria-label={`Merge ${names}`}>
              Merge...
            </Button>
          ) : (
            <span className="text-secondary">Both manage their own account.</span>
          )}
          <Button
            size="sm"
            variant="link"
            onClick={() => reject(pair)}
            aria-label={`${names} are not the same`}
          >
            Not the same
          </Button>
        </span>
      );
    },
  },
];
