import { type SubmitEvent, useState } from "react";
import { request } from "../../../../api/client";
import { useFormFields } from "../../../../lib/state/use-form-fields";
import { useSave } from "../../../../lib/state/use-save";
import { formatCount } from "../../../../lib/text/numbers";
import { Button, ButtonLink } from "../../../../ui/button";
import { ConfirmModal } from "../../../../ui/confirm-modal";
import { CopyField } from "../../../../ui/copy-field";
import { FailureAlert } from "../../../../ui/failure-alert";
import { Field, FieldGroup } from "../../../../ui/field";
import { Checkbox, PasswordInput, Switch, TextInput } from "../../../../ui/inputs";
import { RadioCards } from "../../../../ui/radio-cards";
import type { Company } from "./company";
import { GroupRoles } from "./group-roles";
import { bodyOf, check, type Values, valuesOf } from "./provider-values";

const uses = [
  { value: "OFF", label: "Off", text: "No one can sign in with it yet. You can still try it." },
  { value: "OPTIONAL", label: "In addition", text: "People sign in with it, or with password and passkey." },
  {
    value: "REQUIRED",
    label: "Only company sign-in",
    text: "Passwords, passkeys and password resets are refused, except for break-glass users.",
  },
] as const;

type Props = { company: Company; onSaved: (company: Company) => void; onRemoved: () => void };

/** The settings of the identity provider, and the people who sign in with it. */
export function ProviderForm({ company, onSaved, onRemoved }: Props) {
  const { provider, keepers, roles, redirectAddress } = company;
  const form = useFormFields<Values>(valuesOf(company), (values) => check(values, company));
  const { values } = form;
  const [isEnforcing, setIsEnforcing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const {
    saveAsync,
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/companySignIn", {
        body: bodyOf(values),
        toast: (error) => form.refuse(error),
      }),
    success: "Company sign-in saved",
    onSaved: (saved) => {
      form.reset(valuesOf(saved));
      onSaved(saved);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.touchAll()) return;
    if (values.use === "REQUIRED" && provider?.use !== "REQUIRED") setIsEnforcing(true);
    else save();
  };
  const tick = (id: number, isTicked: boolean) =>
    form.set(
      "breakGlassUserIds",
      isTicked ? [...values.breakGlassUserIds, id] : values.breakGlassUserIds.filter((other) => other !== id),
    );
  return (
    <>
      <h3>Identity provider</h3>
      <CopyField
        label="Redirect address"
        value={redirectAddress}
        hint="Enter it at your provider, for a web application with the authorization code flow."
      />
      <form noValidate onSubmit={submit}>
        <Field
          label="Issuer URL"
          required
          hint="The address whose /.well-known/openid-configuration describes the provider."
          error={form.shown("issuer")}
        >
          <TextInput
            type="url"
            maxLength={500}
            autoComplete="off"
            disabled={saving}
            {...form.text("issuer")}
          />
        </Field>
        <Field label="Client ID" required error={form.shown("clientId")}>
          <TextInput maxLength={500} autoComplete="off" disabled={saving} {...form.text("clientId")} />
        </Field>
        <Field
          label="Client secret"
          required={!provider}
          hint={provider ? "Saved, and never shown. Enter a new one only to replace it." : undefined}
          error={form.shown("clientSecret")}
        >
          <PasswordInput
            value={values.clientSecret}
            maxLength={500}
            autoComplete="new-password"
            disabled={saving}
            onChange={(event) => form.set("clientSecret", event.target.value)}
          />
        </Field>
        <Field
          label="Claim with the groups"
          required
          hint="The claim that lists a person's groups. Most providers call it groups."
          error={form.shown("groupsClaim")}
        >
          <TextInput
            value={values.groupsClaim}
            maxLength={100}
            autoComplete="off"
            disabled={saving}
            onChange={(event) => form.set("groupsClaim", event.target.value)}
          />
        </Field>
        <h3>People</h3>
        <Switch
          label="People without an account can join"
          hint="With an address of a verified domain. Otherwise they need an invitation."
          checked={values.joinsUnknown}
          disabled={saving}
          onChange={(event) => form.set("joinsUnknown", event.target.checked)}
        />
        {(values.joinsUnknown || values.groups.length > 0) && (
          <GroupRoles
            rows={values.groups}
            roles={roles}
            error={form.shown("groups")}
            disabled={saving}
            onChange={(groups) => form.set("groups", groups)}
          />
        )}
        <FieldGroup label="Use" error={form.shown("use")}>
          <RadioCards
            value={values.use}
            onChange={(use) => form.set("use", use)}
            options={uses}
            disabled={saving}
          />
        </FieldGroup>
        {values.use === "REQUIRED" && (
          <FieldGroup
            label="Break-glass users"
            required
            hint="They can sign in with password and second factor, for example if your provider fails. All Super Users get an e-mail each time. They need the permission to manage integrations, and a second factor."
            error={form.shown("breakGlassUserIds")}
          >
            {keepers.map(({ id, name, hasFactor }) => (
              <Checkbox
                key={id}
                label={hasFactor ? name : `${name} (no second factor)`}
                checked={values.breakGlassUserIds.includes(id)}
                disabled={saving || (!hasFactor && !values.breakGlassUserIds.includes(id))}
                onChange={(event) => tick(id, event.target.checked)}
              />
            ))}
          </FieldGroup>
        )}
        <FailureAlert error={failure} />
        <div className="button-row">
          <Button type="submit" variant="primary" busy={saving} busyText="Saving...">
            Save company sign-in
          </Button>
          {provider && (
            <>
              <ButtonLink
                icon="external"
                href={`${provider.startPath}?trial=1`}
                target="_blank"
                rel="noreferrer"
              >
                Try it
              </ButtonLink>
              <Button variant="danger" disabled={saving} onClick={() => setIsRemoving(true)}>
                Remove...
              </Button>
            </>
          )}
        </div>
        {provider && (
          <p className="text-secondary small-text mt-3 mb-0">
            {provider.linkedPeople === 0
              ? "No one has signed in with it yet."
              : `${formatCount(provider.linkedPeople, "person has", "people have")} signed in with it.`}
          </p>
        )}
      </form>
      <ConfirmModal
        show={isEnforcing}
        title="Allow only the company sign-in?"
        confirmLabel="Allow only company sign-in"
        busyLabel="Saving..."
        danger
        onConfirm={async () => {
          await saveAsync().finally(() => setIsEnforcing(false));
        }}
        onClose={() => setIsEnforcing(false)}
      >
        Everyone who signed in another way is signed out now, except you and the break-glass users. Try the
        company sign-in first.
      </ConfirmModal>
      <ConfirmModal
        show={isRemoving}
        title="Remove the company sign-in?"
        confirmLabel="Remove"
        busyLabel="Removing..."
        danger
        onConfirm={async () => {
          await request("DELETE", "/api/companySignIn");
          setIsRemoving(false);
          onRemoved();
        }}
        onClose={() => setIsRemoving(false)}
      >
        People who have no password have to choose one with "Forgot password..." before they can sign in
        again. Verified domains stay.
      </ConfirmModal>
    </>
  );
}
