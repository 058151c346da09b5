import { useState } from "react";
import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import { useBrowserEvent } from "../../../lib/events";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { FailureAlert } from "../../../ui/failure-alert";
import { PageHeader } from "../../../ui/page-header";
import { RoleCard } from "./role-card";
import { RoleModal } from "./role-modal";
import type { Role } from "./types";

/** /setup/roles: the permissions and the users of each role (product decisions, Roles and permissions). */
export default function Roles({ roles: loaded }: { roles: Role[] }) {
  const [roles, setRoles] = useState(loaded);
  const [editing, setEditing] = useState<{ role: Role | null; count: number } | null>(null);
  const [deleting, setDeleting] = useState<Role | null>(null);
  const [shown, setShown] = useState<"edit" | "delete" | null>(null);
  const refresh = async () => {
    const now = await request("GET", "/api/role").catch(() => null);
    if (now) setRoles(now);
    return now;
  };
  useBrowserEvent("USERS_CHANGED", refresh);

  const edit = (role: Role | null) => {
    setEditing((before) => ({ role, count: (before?.count ?? 0) + 1 }));
    setShown("edit");
  };
  const removal = useSave({
    send: ({ id }: Role) => request("DELETE", "/api/role/{role_id}", { path: { role_id: id } }),
    success: (_, { name }) => `Role ${name} deleted`,
    onSaved: (_, removed) => {
      setRoles((now) => now.filter(({ id }) => id !== removed.id));
      setShown(null);
    },
    onError: async (error, role) => {
      if (isOffline(error)) return;
      const now = await refresh();
      // A user has the role now, or it was deleted, so the text of the dialog is no longer true.
      const isUnused = now?.some(({ id, users }) => id === role.id && users.length === 0) ?? true;
      if (!isUnused) setShown(null);
    },
  });
  const { failure, setFailure } = removal;

  return (
    <>
      <PageHeader
        title="User Roles"
        sub="What people in your organisation can do. Changes take effect immediately."
        actions={
          <Button variant="primary" icon="add" onClick={() => edit(null)}>
            New role...
          </Button>
        }
      />
      {roles.map((role) => (
        <RoleCard
          key={role.id}
          role={role}
          onEdit={() => edit(role)}
          onDelete={() => {
            setFailure("");
            setDeleting(role);
            setShown("delete");
          }}
        />
      ))}
      <RoleModal
        key={editing?.count ?? 0}
        role={editing?.role ?? null}
        show={shown === "edit"}
        onClose={() => setShown(null)}
        onSaved={(saved) =>
          setRoles((now) =>
            now.some(({ id }) => id === saved.id)
              ? now.map((role) => (role.id === saved.id ? saved : role))
              : [...now, saved],
          )
        }
      />
      <ConfirmModal
        show={shown === "delete"}
        title="Delete role"
        confirmLabel="Delete this role"
        busyLabel="Deleting..."
        danger
        onConfirm={() => deleting && removal.save(deleting)}
        onClose={() => setShown(null)}
      >
        <p>
          The role <strong>{deleting?.name}</strong> is deleted permanently. No user has it.
        </p>
        <FailureAlert error={failure} />
      </ConfirmModal>
    </>
  );
}
