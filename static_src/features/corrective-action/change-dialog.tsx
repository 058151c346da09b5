import { useState } from "react";
import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { ApiBody } from "../../api/types";
import { useQuery } from "../../lib/state/queries";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { isEmail } from "../../lib/text/email";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Select, TextInput } from "../../ui/inputs";
import { changeRequest } from "./calls";
import type { CorrectiveAction } from "./types";

type Props = {
  action: CorrectiveAction;
  onClose: () => void;
  onChanged: (action: CorrectiveAction) => void;
};

/** Values of the list of people that are no id of a user: the present person, a person by e-mail, and anyone. */
const stays = "stays";
const byMail = "mail";
const anyone = "";

/** Change the responsible person, and the days on which steps are due. */
export function ChangeDialog({ action, onClose, onChanged }: Props) {
  const { supplier, responsible, steps } = action;
  const people = useQuery({
    queryKey: ["correctiveActionPeople", action.id],
    queryFn: ({ signal }) =>
      request("GET", "/api/correctiveAction/{action_id}/request", {
        path: { action_id: action.id },
        signal,
      }),
  }).data;
  const waiting = steps.filter(({ state }) => state === "OPEN" || state === "RETURNED");
  const [days, setDays] = useState<Record<string, string | null>>(
    Object.fromEntries(waiting.map(({ step, due }) => [step, due])),
  );
  const [dayErrors, setDayErrors] = useState<Record<string, string[]>>({});
  const form = useFormFields({ to: stays, email: "", name: "" }, ({ to, email, name }) => ({
    email: to === byMail && !isEmail(email.trim()) ? "Enter an e-mail address." : undefined,
    name: to === byMail && !name.trim() ? "Enter the person's name." : undefined,
  }));
  const { values } = form;
  const { save, busy, failure } = useSave({
    send: (body: ApiBody<"ActionChange">, key) => changeRequest(action.id, body, key),
    success: "Request changed",
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: (error) => {
      const wrong = error instanceof ApiError ? error.fields : {};
      const ofDays = waiting.filter(({ step }) => wrong[`due.${step}`]);
      setDayErrors(Object.fromEntries(ofDays.map(({ step }) => [step, wrong[`due.${step}`] ?? []])));
      const text = form.refuse(error);
      return ofDays.length > 0 ? "" : text;
    },
    offlineNote: "Your entries are still here.",
  });
  const submit = () => {
    const empty = waiting.filter(({ step }) => !days[step]);
    setDayErrors(Object.fromEntries(empty.map(({ step }) => [step, ["Enter a date."]])));
    if (!form.touchAll() || empty.length > 0) return;
    const changed = waiting.filter(({ step, due }) => days[step] !== due);
    save({
      due: Object.fromEntries(changed.map(({ step }) => [step, String(days[step])])),
      ...(values.to === stays ? {} : { recipient: recipientOf(values) }),
    });
  };
  const current = responsible?.name ?? `Anyone at ${supplier.name}`;
  return (
    <FormModal
      title="Change the request"
      submitLabel="Save"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Responsible"
        hint="A new person gets a mail. The link of the former one ends."
        error={form.shown("to")}
      >
        <Select
          value={values.to}
          options={[
            { value: stays, label: current },
            ...(responsible ? [{ value: anyone, label: `Anyone at ${supplier.name}` }] : []),
            ...(people ?? [])
              .filter(({ id }) => id !== responsible?.id)
              .map(({ id, name }) => ({ value: String(id), label: name })),
            { value: byMail, label: "Someone by e-mail, without an account..." },
          ]}
          onChange={({ target }) => form.set("to", target.value)}
        />
      </Field>
      {values.to === byMail && (
        <>
          <Field label="E-mail" required error={form.shown("email")}>
            <TextInput
              type="email"
              autoComplete="off"
              maxLength={200}
              value={values.email}
              onChange={({ target }) => form.set("email", target.value)}
              onBlur={() => form.touch("email")}
            />
          </Field>
          <Field label="Name" required error={form.shown("name")}>
            <TextInput
              autoComplete="off"
              maxLength={200}
              value={values.name}
              onChange={({ target }) => form.set("name", target.value)}
            />
          </Field>
        </>
      )}
      {waiting.length > 0 && (
        <FieldGroup label="Due">
          <div className="form-grid">
            {waiting.map(({ step }) => (
              <Field key={step} label={step} error={dayErrors[step]}>
                <DateInput value={days[step] ?? null} onChange={(day) => setDays({ ...days, [step]: day })} />
              </Field>
            ))}
          </div>
        </FieldGroup>
      )}
    </FormModal>
  );
}

type Chosen = { to: string; email: string; name: string };

function recipientOf({ to, email, name }: Chosen): ApiBody<"ActionRecipient"> {
  if (to === byMail) return { email: email.trim(), name: name.trim() };
  return to === anyone ? { name: "" } : { userId: Number(to), name: "" };
}
