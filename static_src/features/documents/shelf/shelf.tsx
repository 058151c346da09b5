import { useState } from "react";
import { type ListPage as Page, request } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import type { Requirement } from "../../../domain/documents/document-state";
import type { TypeBrief } from "../../../domain/documents/document-types";
import type { ShelfDocument } from "../../../domain/documents/own-documents";
import { endText } from "../../../domain/documents/validity";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { emit, useBrowserEvent } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { FailureAlert } from "../../../ui/failure-alert";
import { PageHeader } from "../../../ui/page-header";
import { AskedList } from "./asked-list";
import { ShelfList } from "./shelf-list";
import "./shelf.scss";
import { useDates } from "../../../lib/text/dates";

type Props = {
  asked: Page<Requirement>;
  /** The requirement of the address, which a mail or a task links to. */
  linked: Requirement | null;
  list: Page<ShelfDocument>;
  /** The types that a new document can have. */
  types: readonly TypeBrief[];
};

type Dialog =
  | { kind: "upload"; requirement: Requirement | null; replaces: ShelfDocument | null }
  | { kind: "send"; requirement: Requirement }
  | { kind: "edit"; document: ShelfDocument }
  | { kind: "delete"; document: ShelfDocument };

const filtersOff = { search: "", typeId: "", superseded: "" };
const defaults = { ...filtersOff, sort: "" };
const pageSize = 20;
/** The states that wait for a document of the supplier. */
const openStates = ["ASKED", "REJECTED", "EXPIRED", "EXPIRING"] as const;
const loadUpload = () => import("../../../domain/documents/upload-dialog");
const loadEdit = () => import("./edit-dialog");
const loadSend = () => import("./send-dialog");

/** /setup/document: the documents that customers ask for, and the own documents. */
export default function MyDocuments({ asked: firstAsked, linked: firstLinked, list: first, types }: Props) {
  const maySend = usePermission("ANSWER_RFX");
  const { date } = useDates();
  const filters = useListFilters(defaults, filtersOff);
  const { sort: _, ...params } = withoutOff(filters.params);
  const list = useInfiniteList({
    queryKey: ["documents"],
    path: "/api/document",
    params: params as ListFilters<"/api/document">,
    pageSize,
    first,
    inAddress: true,
  });
  const asked = useInfiniteList({
    queryKey: ["documentRequirements"],
    path: "/api/documentRequirement",
    params: { states: openStates },
    pageSize,
    first: firstAsked,
  });
  const linkedId = firstLinked?.id ?? 0;
  const linked = useQuery({
    queryKey: ["documentRequirement", linkedId],
    queryFn: ({ signal }): Promise<Requirement> =>
      request("GET", "/api/documentRequirement/{requirement_id}", {
        path: { requirement_id: linkedId },
        signal,
        toast: false,
      }),
    enabled: linkedId > 0,
    ...(firstLinked ? { initialData: firstLinked } : {}),
  });
  const refresh = () => {
    list.refetch();
    asked.refetch();
    if (linkedId > 0) linked.refetch();
  };
  useBrowserEvent("EVENT_LOG_CHANGED", refresh);

  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  const show = (next: Dialog) => {
    setDialog(next);
    setCount(count + 1);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const upload = useLoaded(loadUpload, dialog?.kind === "upload");
  const edit = useLoaded(loadEdit, dialog?.kind === "edit");
  const send = useLoaded(loadSend, dialog?.kind === "send");
  const onSent = () => {
    refresh();
    emit("NOTIFICATIONS_READ", {});
  };
  const removal = useSave({
    send: ({ id }: ShelfDocument) =>
      request("DELETE", "/api/document/{document_id}", { path: { document_id: id } }),
    success: (_, { type }) => `${type.name} deleted`,
    onSaved: () => {
      close();
      refresh();
    },
    onError: refresh,
  });
  const add = () => show({ kind: "upload", requirement: null, replaces: null });

  return (
    <>
      <PageHeader
        title="My Documents"
        sub="Certificates and other documents of your organisation. Upload each once, and send it to every customer who asks."
        actions={
          maySend && (
            <Button variant="primary" icon="upload" aria-haspopup="dialog" onClick={add}>
              Add document...
            </Button>
          )
        }
      />
      <div className="document-shelf">
        <AskedList
          list={asked}
          linked={linked.data ?? null}
          maySend={maySend}
          onUpload={(requirement) => show({ kind: "upload", requirement, replaces: null })}
          onSend={(requirement) => show({ kind: "send", requirement })}
        />
        <ShelfList
          list={list}
          filters={filters}
          types={types}
          maySend={maySend}
          onAdd={add}
          onReplace={(replaces) => show({ kind: "upload", requirement: null, replaces })}
          onEdit={(document) => show({ kind: "edit", document })}
          onDelete={(document) => {
            removal.setFailure("");
            show({ kind: "delete", document });
          }}
        />
      </div>
      {dialog?.kind === "upload" && upload && (
        <upload.UploadDialog
          key={count}
          show={isOpen}
          types={types}
          requirement={dialog.requirement}
          replaces={dialog.replaces}
          onClose={close}
          onSaved={onSent}
        />
      )}
      {dialog?.kind === "edit" && edit && (
        <edit.EditDialog
          key={count}
          show={isOpen}
          document={dialog.document}
          onClose={close}
          onSaved={refresh}
        />
      )}
      {dialog?.kind === "send" && send && (
        <send.SendDialog
          key={count}
          show={isOpen}
          requirement={dialog.requirement}
          onClose={close}
          onSent={onSent}
          onFailed={refresh}
        />
      )}
      <ConfirmModal
        show={isOpen && dialog?.kind === "delete"}
        title="Delete document"
        confirmLabel="Delete this document"
        busyLabel="Deleting..."
        danger
        onConfirm={() => dialog?.kind === "delete" && removal.save(dialog.document)}
        onClose={close}
      >
        {dialog?.kind === "delete" && (
          <p>
            <strong>
              <bdi>{[dialog.document.type.name, dialog.document.number].filter(Boolean).join(" ")}</bdi>
            </strong>{" "}
            ({endText(dialog.document.validUntil, date)}) and its file are deleted permanently. No customer
            has this document.
          </p>
        )}
        <FailureAlert error={removal.failure} />
      </ConfirmModal>
    </>
  );
}
