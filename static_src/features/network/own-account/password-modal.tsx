import { request } from "../../../api/client";
import { emit } from "../../../lib/events";
import { useQueryClient } from "../../../lib/state/queries";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Field, StillNeeded } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { PasswordInput } from "../../../ui/inputs";
import { signInsKey } from "./own-sign-ins";

const rule = "8 to 128 characters. Avoid common passwords, your e-mail and your organisation's name.";

type Values = { currentPassword: string; password: string; again: string };

function check({ currentPassword, password, again }: Values) {
  return {
    currentPassword: currentPassword ? undefined : "Your current password is required.",
    password: password ? undefined : "A new password is required.",
    again: password === again ? undefined : "Passwords must match!",
  };
}

/** Dialog that changes the viewer's password; it requires the current one. */
export function PasswordModal({ show, onClose }: { show: boolean; onClose: () => void }) {
  const form = useFormFields<Values>({ currentPassword: "", password: "", again: "" }, check);
  const { values } = form;
  const client = useQueryClient();
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () => {
      const { currentPassword, password } = values;
      return request("PUT", "/api/user/password", {
        body: { currentPassword, password },
        toast: (error) => form.refuse(error),
      });
    },
    success: "Password changed ok",
    onSaved: () => {
      client.invalidateQueries({ queryKey: signInsKey });
      emit("EVENT_LOG_CHANGED", {});
      onClose();
    },
  });
  const input = (name: keyof Values, autoComplete: string) => (
    <PasswordInput autoComplete={autoComplete} disabled={saving} {...form.text(name)} />
  );
  return (
    <FormModal
      show={show}
      title="Change password"
      draftState={null}
      onClose={onClose}
      busy={saving}
      failure={failure}
      onSubmit={() => form.touchAll() && save()}
      submitLabel="Save password"
      busyText="Saving..."
      canSubmit={form.valid}
      note={
        <StillNeeded
          labels={form.missing({
            currentPassword: "Current password",
            password: "New password",
            again: "Confirm password",
          })}
        />
      }
    >
      <Field label="Current password" required error={form.shown("currentPassword")}>
        {input("currentPassword", "current-password")}
      </Field>
      <Field label="New password" required hint={rule} error={form.shown("password")}>
        {input("password", "new-password")}
      </Field>
      <Field label="Confirm password" required error={form.shown("again")}>
        {input("again", "new-password")}
      </Field>
    </FormModal>
  );
}
