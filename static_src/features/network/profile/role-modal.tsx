import { request } from "../../../api/client";
import type { ApiError } from "../../../api/errors";
import { useBasis } from "../../../lib/state/use-basis";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Field, FieldGroup, StillNeeded } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Checkbox, TextInput } from "../../../ui/inputs";
import { type Permission, permissions, permissionTexts } from "./permissions";
import type { Role } from "./types";

type Values = { name: string; permissions: Permission[] };

type Props = {
  /** The role to change; null for a new one. */
  role: Role | null;
  show: boolean;
  onClose: () => void;
  onSaved: (role: Role) => void;
};

/** Dialog that creates a role, or changes the name and the permissions of one. */
export function RoleModal({ role, show, onClose, onSaved }: Props) {
  const form = useFormFields<Values>(
    { name: role?.name ?? "", permissions: role?.permissions ?? [] },
    ({ name }) => ({ name: name.trim() ? undefined : "A name is required." }),
  );
  const { values } = form;
  const draftState = useDraft(`role.${role?.id ?? "new"}`, () => values, form.reset, { here: show });
  const basis = useBasis<Values>({ name: role?.name ?? "", permissions: role?.permissions ?? [] });
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () => {
      const body = { ...values, name: values.name.trim() };
      const toast = (error: ApiError) => form.refuse(error);
      return role
        ? request("PUT", "/api/role/{role_id}", {
            path: { role_id: role.id },
            body: { ...body, basedOn: basis.basedOn },
            toast,
          })
        : request("POST", "/api/role", { body, toast });
    },
    success: ({ name }) => (role ? `Role ${name} saved` : `Role ${name} added`),
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    basis,
  });
  const toggle = (permission: Permission, on: boolean) =>
    form.set(
      "permissions",
      permissions.filter((each) => (each === permission ? on : values.permissions.includes(each))),
    );

  return (
    <FormModal
      show={show}
      title={role ? `Edit ${role.name}` : "New role"}
      onClose={onClose}
      busy={saving}
      failure={failure}
      draftState={draftState}
      onSubmit={() => form.touchAll() && save()}
      submitLabel={role ? "Save Changes" : "Add Role"}
      busyText="Saving..."
      canSubmit={form.valid}
      note={<StillNeeded labels={form.missing({ name: "Name" })} />}
    >
      <Field label="Name" required error={form.shown("name")}>
        <TextInput maxLength={200} autoComplete="off" disabled={saving} {...form.text("name")} />
      </Field>
      <FieldGroup
        label="Permissions"
        hint={
          role?.isOwn
            ? "This is your own role. Only someone with another role can change its permissions."
            : "Everyone may read what your organisation may read."
        }
        error={form.shown("permissions")}
      >
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            label={permissionTexts[permission].label}
            hint={permissionTexts[permission].hint}
            checked={values.permissions.includes(permission)}
            disabled={saving || role?.isOwn}
            onChange={(event) => toggle(permission, event.target.checked)}
          />
        ))}
      </FieldGroup>
    </FormModal>
  );
}
