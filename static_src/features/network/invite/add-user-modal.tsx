import { request } from "../../../api/client";
import type { ApiBody } from "../../../api/types";
import { useUniqueEmail } from "../../../domain/people/use-unique-email";
import { usePageContext } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import type { OverlayProps } from "../../../lib/overlays";
import { useQuery } from "../../../lib/state/queries";
import { useDraft } from "../../../lib/state/use-draft";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { emailFault, emailInUse } from "../../../lib/text/email";
import { Button } from "../../../ui/button";
import { Field, StillNeeded } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Icon } from "../../../ui/icon";
import { Select, TextInput } from "../../../ui/inputs";

const defaultRole = "Super User";

type Values = { name: string; email: string /** Null until one is chosen. */; role: string | null };

/**
 * Add User (specification, sections 2, 5 and 6): a user of the viewer's organisation or, after a warning, of a supplier.
 * If the organisation does not offer the role 'Super User', a role must be chosen.
 */
export default function AddUserModal({ detail, show, onClose }: OverlayProps<"OPEN_ADD_USER">) {
  const own = usePageContext().organisation;
  const organisationId = detail.organisationId ?? own?.id ?? 0;
  const forOther = organisationId !== own?.id;
  const roles = useQuery({
    queryKey: ["organisationRoles", organisationId],
    queryFn: ({ signal }) =>
      request("GET", "/api/organisation/{organisation_id}", {
        path: { organisation_id: organisationId },
        query: { i: ["roles"] },
        signal,
      }),
    select: (body) => body.roles,
    enabled: show,
    staleTime: 0,
  });
  const offered = roles.data ?? [];
  const chosen = (role: string | null) => role ?? (offered.includes(defaultRole) ? defaultRole : "");
  const form = useFormFields<Values>({ name: "", email: "", role: null }, ({ name, email, role }) => ({
    name: name.trim() ? undefined : "A user name is required.",
    email: emailFault(email),
    role: chosen(role) ? undefined : "A role is required.",
  }));
  const { values } = form;
  const draftState = useDraft(`add-user.${organisationId}`, () => values, form.reset, { here: show });
  const email = useUniqueEmail(values.email);
  const valid = form.valid && !email.checking && !email.taken;

  const {
    save,
    busy: sending,
    failure,
  } = useSave({
    send: (body: ApiBody<"NewUser">, idempotencyKey) =>
      request("POST", "/api/user", { body, idempotencyKey, toast: (error) => form.refuse(error) }),
    success: (user) => `User ${user.name} added ok.`,
    onSaved: () => {
      emit("USERS_CHANGED", { organisationId });
      emit("EVENT_LOG_CHANGED", {});
      onClose();
    },
  });
  const submit = () => {
    if (!form.touchAll() || !valid) return;
    save({
      name: values.name.trim(),
      email: values.email.trim(),
      role: chosen(values.role),
      ...(forOther ? { organisationId } : {}),
    });
  };

  return (
    <FormModal
      show={show}
      title={forOther && detail.organisationName ? `Add User to ${detail.organisationName}` : "Add User"}
      onClose={onClose}
      busy={sending}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Send Invitation"
      submitIcon="send"
      busyText="Sending..."
      canSubmit={valid}
      note={
        <StillNeeded labels={form.missing({ name: "User name", email: "E-mail address", role: "Role" })} />
      }
    >
      {forOther && <Caution />}
      <Field label="User name" required error={form.shown("name")}>
        <TextInput maxLength={200} autoComplete="off" disabled={sending} {...form.text("name")} />
      </Field>
      <Field
        label="E-mail address"
        required
        hint="We'll send the invitation to this address."
        error={email.taken ? emailInUse : form.shown("email")}
      >
        <TextInput
          type="email"
          maxLength={254}
          autoComplete="off"
          disabled={sending}
          {...form.text("email")}
        />
      </Field>
      <Field
        label="Role"
        required
        error={roles.isError ? "The roles could not be loaded." : form.shown("role")}
      >
        <Select
          value={chosen(values.role)}
          options={offered.map((name) => ({ value: name, label: name }))}
          {...(roles.isLoading || !offered.includes(defaultRole)
            ? { placeholder: roles.isLoading ? "Loading..." : "Choose a role" }
            : {})}
          disabled={sending || roles.isLoading}
          onChange={(event) => form.set("role", event.target.value)}
          onBlur={() => form.touch("role")}
        />
      </Field>
      {roles.isError && (
        <Button size="sm" icon="refresh" onClick={() => roles.refetch()}>
          Try again
        </Button>
      )}
    </FormModal>
  );
}

function Caution() {
  return (
    <div className="alert alert-warning notice">
      <Icon name="warning" />
      <div>
        <p>
          <strong>CAUTION! You are about to create a new User for this organisation.</strong>
        </p>
        <p>Please confirm that the supplier cannot do it themselves, or has asked you to do it for them.</p>
      </div>
    </div>
  );
}
