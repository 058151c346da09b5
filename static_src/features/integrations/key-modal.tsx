import { request } from "../../api/client";
import type { ApiError } from "../../api/errors";
import { useBasis } from "../../lib/state/use-basis";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup, StillNeeded } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Checkbox, Select, TextArea, TextInput } from "../../ui/inputs";
import { type Key, type KeyArea, type KeyRole, type Scope, toggleScope } from "./scopes";
import "./keys.scss";

type Values = { name: string; roleId: string; scopes: Scope[]; addresses: string; expires: string | null };

type Props = {
  /** The key to change; null for a new one. */
  apiKey: Key | null;
  roles: readonly KeyRole[];
  areas: readonly KeyArea[];
  onClose: () => void;
  /** Called with the key and, for a new one, its secret. */
  onSaved: (key: Key, secret: string | null) => void;
};

const linesOf = (text: string) =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Dialog that creates a key, or changes one. The secret of a key never changes here. */
export function KeyModal({ apiKey, roles, areas, onClose, onSaved }: Props) {
  const loadedDay = apiKey?.expires.slice(0, 10) ?? null;
  const form = useFormFields<Values>(
    {
      name: apiKey?.name ?? "",
      roleId: apiKey?.role ? String(apiKey.role.id) : "",
      scopes: apiKey?.scopes ?? [],
      addresses: apiKey?.addresses.join("\n") ?? "",
      expires: loadedDay,
    },
    ({ name, roleId, scopes }) => ({
      name: name.trim() ? undefined : "A name is required.",
      roleId: roleId ? undefined : "Choose a role.",
      scopes: scopes.length > 0 ? undefined : "Choose at least one scope.",
    }),
  );
  const { values } = form;
  const basis = useBasis({
    name: apiKey?.name ?? "",
    roleId: apiKey?.role?.id ?? 0,
    scopes: apiKey?.scopes ?? [],
    addresses: apiKey?.addresses ?? [],
    expires: apiKey?.expires ?? null,
  });
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: async () => {
      const body = {
        name: values.name.trim(),
        roleId: Number(values.roleId),
        scopes: values.scopes,
        addresses: linesOf(values.addresses),
        // A key that ends at a time of day keeps it, unless the day is changed.
        expires: apiKey && values.expires === loadedDay ? apiKey.expires : values.expires,
      };
      const toast = (error: ApiError) => form.refuse(error);
      if (!apiKey) return request("POST", "/api/apiKey", { body, toast });
      const saved = await request("PUT", "/api/apiKey/{api_key_id}", {
        path: { api_key_id: apiKey.id },
        body: { ...body, basedOn: basis.basedOn },
        toast,
      });
      return { key: saved, secret: null };
    },
    success: ({ key }) => (apiKey ? `Key ${key.name} saved` : `Key ${key.name} created`),
    onSaved: ({ key, secret }) => onSaved(key, secret),
    basis,
  });
  return (
    <FormModal
      size="lg"
      title={apiKey ? `Edit ${apiKey.name}` : "New API key"}
      onClose={onClose}
      busy={saving}
      failure={failure}
      draftState={null}
      onSubmit={() => form.touchAll() && save()}
      submitLabel={apiKey ? "Save Changes" : "Create Key"}
      busyText="Saving..."
      canSubmit={form.valid}
      note={<StillNeeded labels={form.missing({ name: "Name", roleId: "Role", scopes: "Scopes" })} />}
    >
      <Field
        label="Name"
        required
        hint="Events and histories show it, followed by (API)."
        error={form.shown("name")}
      >
        <TextInput maxLength={80} autoComplete="off" disabled={saving} {...form.text("name")} />
      </Field>
      <Field
        label="Role"
        required
        hint="A key can do what both its role and its scopes allow."
        error={form.shown("roleId")}
      >
        <Select
          placeholder="Choose a role"
          options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          disabled={saving}
          {...form.text("roleId")}
        />
      </Field>
      <FieldGroup label="Scopes" required error={form.shown("scopes")}>
        <ul className="key-scopes">
          {areas.map((area) => (
            <li key={area.read}>
              <div>
                <span className="key-scope-name">{area.label}</span>
                <span className="cell-sub d-block">{area.hint}</span>
              </div>
              <Checkbox
                label="Read"
                aria-label={`Read: ${area.label}`}
                checked={values.scopes.includes(area.read)}
                disabled={saving}
                onChange={(event) =>
                  form.set("scopes", toggleScope(values.scopes, area, "read", event.target.checked))
                }
              />
              {area.write ? (
                <Checkbox
                  label="Write"
                  aria-label={`Write: ${area.label}`}
                  checked={values.scopes.includes(area.write)}
                  disabled={saving}
                  onChange={(event) =>
                    form.set("scopes", toggleScope(values.scopes, area, "write", event.target.checked))
                  }
                />
              ) : (
                <span />
              )}
            </li>
          ))}
        </ul>
      </FieldGroup>
      <Field
        label="Addresses"
        hint="Optional. IP addresses or networks that may use the key, one on each line, such as 203.0.113.0/24."
        error={form.shown("addresses")}
      >
        <TextArea
          rows={2}
          spellCheck={false}
          maxLength={1300}
          disabled={saving}
          {...form.text("addresses")}
        />
      </Field>
      <Field
        label="Expires"
        hint={
          apiKey
            ? "At most 24 months from today."
            : "Optional. Without a day the key lasts 12 months; it can last at most 24."
        }
        error={form.shown("expires")}
      >
        <DateInput
          value={values.expires}
          disabled={saving}
          onChange={(day) => form.set("expires", day)}
          onBlur={() => form.touch("expires")}
        />
      </Field>
    </FormModal>
  );
}
