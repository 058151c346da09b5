import { useState } from "react";
import { request } from "../../api/client";
import { fieldErrors } from "../../api/field-errors";
import type { ApiBody } from "../../api/types";
import { MailPersonFields, mailPersonFaults } from "../../domain/people/mail-person-fields";
import { useQuery } from "../../lib/state/queries";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Select, TextArea, TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { Skeleton } from "../../ui/skeleton";
import { usePeople } from "./calls";
import type { Ncr } from "./types";

type Method = NonNullable<ApiBody<"ActionRequest">["method"]>;
type Values = { method: Method; userId: string; email: string; name: string; message: string };

/** Value of "by e-mail" in the list of people; the other values are "" for anyone, and ids of users. */
const byMail = "mail";

const methods = [
  { value: "EIGHT_D", label: "8D", text: "All eight steps, from the team to the closing." },
  { value: "SHORT", label: "Short", text: "Problem, containment, causes, actions and closing." },
  { value: "CONTAINMENT", label: "Containment only", text: "Problem, containment and closing." },
] as const;

type Props = { show: boolean; ncr: Ncr; onClose: () => void; onAsked: () => void };

/** Ask the supplier of a non-conformance for a corrective action: method, recipient and due days. */
export function AskModal({ show, ncr, onClose, onAsked }: Props) {
  const preset = useQuery({
    queryKey: ["correctiveActionPreset", ncr.id],
    queryFn: ({ signal }) =>
      request("GET", "/api/ncr/{ncr_id}/correctiveAction", { path: { ncr_id: ncr.id }, signal }),
  }).data;
  const supplier = ncr.supplierRelationship.withOrganisation;
  const people = usePeople(ncr.supplierRelationship.id)?.find(({ id }) => id === supplier.id)?.users ?? [];
  const [days, setDays] = useState<Record<string, string>>({});
  const [dayErrors, setDayErrors] = useState<string[]>([]);
  const form = useFormFields<Values>(
    { method: "EIGHT_D", userId: "", email: "", name: "", message: "" },
    (entered) => (entered.userId === byMail ? mailPersonFaults(entered) : {}),
  );
  const { values } = form;
  const steps = preset?.methods[values.method] ?? [];
  const dayOf = (step: string) => days[step] ?? String(preset?.dueDays[step] ?? "");
  const { save, busy, failure } = useSave({
    send: (body: ApiBody<"ActionRequest">, idempotencyKey) =>
      request("POST", "/api/ncr/{ncr_id}/correctiveAction", {
        path: { ncr_id: ncr.id },
        body,
        idempotencyKey,
        toast: false,
      }),
    success: `${supplier.name} was asked for a corrective action`,
    onSaved: onAsked,
    failureOf: (error) => {
      const { dueDays = [] } = fieldErrors(error);
      setDayErrors(dueDays);
      const text = form.refuse(error);
      return dueDays.length > 0 ? "" : text;
    },
    offlineNote: "Your entries are still here.",
  });
  const submit = () => {
    setDayErrors([]);
    if (!form.touchAll()) return;
    const wrong = steps.some((step) => !/^\d{1,3}$/.test(dayOf(step)));
    if (wrong) {
      setDayErrors(["Enter whole numbers of days."]);
      return;
    }
    const { method, userId, email, name, message } = values;
    save({
      method,
      message: message.trim(),
      dueDays: Object.fromEntries(steps.map((step) => [step, Number(dayOf(step))])),
      name: userId === byMail ? name.trim() : "",
      ...(userId === byMail ? { email: email.trim() } : userId === "" ? {} : { userId: Number(userId) }),
    });
  };
  return (
    <FormModal
      show={show}
      size="lg"
      title="Ask for corrective action"
      submitLabel="Ask"
      submitIcon="send"
      busyText="Asking..."
      busy={busy}
      canSubmit={preset !== undefined}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {preset ? (
        <>
          <FieldGroup label="Method">
            <RadioCards
              value={values.method}
              options={methods}
              onChange={(method) => form.set("method", method)}
            />
          </FieldGroup>
          <Field label="To" error={form.shown("userId")}>
            <Select
              value={values.userId}
              options={[
                { value: "", label: `Anyone at ${supplier.name}` },
                ...people
                  .filter(({ mayBeAssigned }) => mayBeAssigned)
                  .map(({ id, name }) => ({ value: String(id), label: name })),
                { value: byMail, label: "Someone by e-mail, without an account..." },
              ]}
              onChange={(event) => form.set("userId", event.target.value)}
            />
          </Field>
          {values.userId === byMail && (
            <MailPersonFields form={form} hint="They get a link that opens this corrective action alone." />
          )}
          <FieldGroup label="Days until each step is due" error={dayErrors}>
            <div className="form-grid">
              {steps.map((step) => (
                <Field key={step} label={step}>
                  <TextInput
                    inputMode="numeric"
                    maxLength={3}
                    value={dayOf(step)}
                    onChange={(event) => setDays({ ...days, [step]: event.target.value.trim() })}
                  />
                </Field>
              ))}
            </div>
          </FieldGroup>
          <Field label="Message" hint="Optional." error={form.shown("message")}>
            <TextArea
              rows={3}
              grow
              maxLength={2000}
              value={values.message}
              onChange={(event) => form.set("message", event.target.value)}
            />
          </Field>
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </FormModal>
  );
}
