import { type ReactNode, useState } from "react";
import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useSave } from "../../../lib/state/use-save";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { PageHeader } from "../../../ui/page-header";
import type { DefectCode } from "../types";
import "./defect-codes.scss";

const loadModal = () => import("./code-modal");

/** /setup/defectCodes: the defects that the organisation reports, with their codes. */
export default function DefectCodes({ codes: loaded }: { codes: DefectCode[] }) {
  const [codes, setCodes] = useState(loaded);
  const [editing, setEditing] = useState<{ code: DefectCode | null; count: number } | null>(null);
  const [isShown, setShown] = useState(false);
  const modal = useLoaded(loadModal, editing !== null);
  const refresh = async () => {
    const now = await request("GET", "/api/defectCode", { toast: false }).catch(() => null);
    if (now) setCodes(now);
  };
  const edit = (code: DefectCode | null) => {
    setEditing((before) => ({ code, count: (before?.count ?? 0) + 1 }));
    setShown(true);
  };
  const usual = useSave({
    send: () => request("POST", "/api/defectCode/usual"),
    success: "The usual codes are added.",
    onSaved: setCodes,
  });
  const removal = useSave({
    send: ({ id }: DefectCode) =>
      request("DELETE", "/api/defectCode/{defect_code_id}", { path: { defect_code_id: id } }),
    success: (_, { name, isUsed }) => (isUsed ? `${name} archived.` : `${name} deleted.`),
    onSaved: refresh,
    onError: (error) => {
      if (!isOffline(error)) refresh();
    },
  });
  const restoring = useSave({
    send: ({ id }: DefectCode) =>
      request("POST", "/api/defectCode/{defect_code_id}/restore", { path: { defect_code_id: id } }),
    success: (_, { name }) => `${name} restored.`,
    onSaved: refresh,
  });
  const own = codes.filter(({ isOwn }) => isOwn);
  const current = own.filter(({ archived }) => !archived);
  const archived = own.filter((code) => code.archived);
  const busy = removal.busy || restoring.busy || usual.busy;
  const usualButton = (
    <Button busy={usual.busy} busyText="Adding..." onClick={() => usual.save()}>
      Add the usual ones
    </Button>
  );
  const addButton = (
    <Button variant="primary" icon="add" onClick={() => edit(null)}>
      New defect code...
    </Button>
  );
  const actions = (render: (code: DefectCode) => ReactNode): Column<DefectCode> => ({
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    className: "code-actions",
    render,
  });
  return (
    <>
      <PageHeader
        title="Defect Codes"
        sub="The defects that you report in non-conformances. Figures count them, and repeated ones are marked."
        actions={
          current.length > 0 && (
            <>
              {usualButton}
              {addButton}
            </>
          )
        }
      />
      <FailureAlert error={usual.failure || removal.failure || restoring.failure} />
      <div className="stack">
        <Card flush title="Your codes">
          <DataTable
            label="Your codes"
            columns={[
              ...columns,
              actions((code) => (
                <>
                  <Button
                    size="sm"
                    icon="edit"
                    onClick={() => edit(code)}
                    aria-label={`Edit ${code.name}...`}
                  >
                    Edit...
                  </Button>{" "}
                  <Button
                    size="sm"
                    icon={code.isUsed ? "archive" : "delete"}
                    aria-label={`${code.isUsed ? "Archive" : "Delete"} ${code.name}`}
                    disabled={busy}
                    onClick={() => removal.save(code)}
                  >
                    {code.isUsed ? "Archive" : "Delete"}
                  </Button>
                </>
              )),
            ]}
            rows={current}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon="ncr"
                title="You have no defect codes."
                text="Start with the usual ones, such as burrs, scratches and late deliveries, or add your own."
                action={
                  <>
                    {usualButton} {addButton}
                  </>
                }
              />
            }
          />
        </Card>
        {archived.length > 0 && (
          <Card flush title="Archived codes">
            <DataTable
              label="Archived codes"
              columns={[
                ...columns,
                actions((code) => (
                  <Button
                    size="sm"
                    icon="restore"
                    aria-label={`Restore ${code.name}`}
                    disabled={busy}
                    onClick={() => restoring.save(code)}
                  >
                    Restore
                  </Button>
                )),
              ]}
              rows={archived}
              rowKey={({ id }) => id}
              empty={null}
            />
          </Card>
        )}
      </div>
      {modal && editing && (
        <modal.CodeModal
          key={editing.count}
          code={editing.code}
          show={isShown}
          onClose={() => setShown(false)}
          onSaved={refresh}
        />
      )}
    </>
  );
}

const columns: readonly Column<DefectCode>[] = [
  { key: "code", title: "Code", className: "code-code", render: ({ code }) => code },
  {
    key: "name",
    title: "Name",
    primary: true,
    className: "code-name",
    render: ({ name, isUsed }) => (
      <>
        <span className="cell-title">{name}</span> {isUsed && <Badge>In use</Badge>}
      </>
    ),
  },
];
