import { useEffect, useState } from "react";
import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";
import type { ApiBody, ApiResponse } from "../../api/types";
import { CodeField } from "../../domain/sign-in/code-field";
import { loadPasskeys } from "../../domain/sign-in/load-passkeys";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Button, ButtonLink } from "../../ui/button";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { PasswordInput } from "../../ui/inputs";
import { Skeleton } from "../../ui/skeleton";

export type StepUpDialogProps = {
  /** Called once, with false on Cancel. */
  onDone: (confirmed: boolean) => void;
};

type StepUpOptions = ApiResponse<"StepUpOptions">;

/** Dialog in which the user confirms their identity before a sensitive change. */
export function StepUpDialog({ onDone }: StepUpDialogProps) {
  const [options, setOptions] = useState<StepUpOptions | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    let isMounted = true;
    request("GET", "/api/session/stepUp", { toast: false }).then(
      (loaded) => isMounted && setOptions(loaded),
      (error) => isMounted && setFault(errorText(error)),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const methods = options?.methods ?? [];
  const isByPassword = methods.includes("password");
  const hasCode = methods.includes("code") || methods.includes("recoveryCode");
  const [isAtCompany, setIsAtCompany] = useState(false);
  const isOnlyCompany = options !== null && !isByPassword && !hasCode && !options.passkeyOptions;
  const form = useFormFields(
    { currentPassword: "", code: "" },
    ({ currentPassword, code }: { currentPassword: string; code: string }) => ({
      currentPassword: currentPassword || !isByPassword ? undefined : "Your password is required.",
      code: code.trim() || isByPassword ? undefined : "The code is required.",
    }),
  );
  const { currentPassword, code } = form.values;
  const {
    save,
    busy: confirming,
    failure,
  } = useSave({
    send: async (isByPasskey: boolean) => {
      setFault("");
      const body: ApiBody<"StepUp"> = isByPasskey
        ? {
            ticket: options?.ticket ?? null,
            credential: await (await loadPasskeys()).requestPasskey(options?.passkeyOptions ?? ""),
          }
        : isByPassword
          ? { currentPassword }
          : { code };
      return request("POST", "/api/session/stepUp", { body, toast: (error) => form.refuse(error) });
    },
    onSaved: () => onDone(true),
    onError: async (error) => {
      if (error instanceof ApiError) return;
      setFault((await loadPasskeys()).passkeyFault(error));
    },
  });
  return (
    <FormModal
      title="Confirm that it's you"
      size="sm"
      draftState={null}
      onClose={() => onDone(false)}
      busy={confirming}
      failure={failure || fault}
      onSubmit={() => {
        // The server checks the confirmation again when the change is repeated.
        if (isAtCompany) onDone(true);
        else if (form.touchAll()) save(false);
      }}
      submitLabel={isAtCompany ? "Continue" : "Confirm"}
      busyText="Checking..."
      canSubmit={isByPassword || hasCode || isAtCompany}
    >
      <p className="text-secondary">This change needs a confirmation. It is valid for ten minutes.</p>
      {!options && !fault && <Skeleton lines={2} />}
      {options?.passkeyOptions && (
        <p>
          <Button icon="password" disabled={confirming} onClick={() => save(true)}>
            Use a passkey
          </Button>
        </p>
      )}
      {options?.companyPath && (
        <p>
          <ButtonLink
            icon="external"
            href={options.companyPath}
            target="_blank"
            rel="noreferrer"
            onClick={() => setIsAtCompany(true)}
          >
            Confirm with your company sign-in
          </ButtonLink>
        </p>
      )}
      {isAtCompany && <p role="status">Confirm in the new window, then continue here.</p>}
      {isOnlyCompany && !options.companyPath && (
        <p>You have nothing to confirm with. Sign out, sign in again, and repeat the change.</p>
      )}
      {isByPassword && !isAtCompany && (
        <Field label="Your password" required error={form.shown("currentPassword")}>
          <PasswordInput
            value={currentPassword}
            autoComplete="current-password"
            maxLength={1000}
            disabled={confirming}
            autoFocus
            onChange={(event) => form.set("currentPassword", event.target.value)}
          />
        </Field>
      )}
      {hasCode && !isAtCompany && (
        <CodeField
          value={code}
          onChange={(typed) => form.set("code", typed)}
          error={form.shown("code")}
          disabled={confirming}
          hasApp={methods.includes("code")}
          hasRecoveryCode={methods.includes("recoveryCode")}
          autoFocus={methods.includes("code")}
        />
      )}
    </FormModal>
  );
}
