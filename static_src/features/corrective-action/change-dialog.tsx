import { useState } from "react";
import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { ApiBody } from "../../api/types";
import { MailPersonFields, mailPersonFaults } from "../../domain/people/mail-person-fields";
import { useQuery } from "../../lib/state/queries";
import { useFormFields } from "../../lib/state/use-form-fields";
import { dayOf } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { Select } from "../../ui/inputs";
import { ActionDialog, type DialogProps } from "./action-dialog";
import { changeRequest } from "./calls";

/** Values of the list of people that are no id of a user: the present person, a person by e-mail, and anyone. */
const stays = "stays";
const byMail = "mail";
const anyone = "";

type Chosen = { userId: string; email: string; name: string };

/** Change the responsible person, and the days on which steps are due. */
export function ChangeDialog({ action, onClose, onChanged }: DialogProps) {
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
  const form = useFormFields<Chosen>({ userId: stays, email: "", name: "" }, (chosen) =>
    chosen.userId === byMail ? mailPersonFaults(chosen) : {},
  );
  const { values } = form;
  const touchAll = () => {
    const empty = waiting.filter(({ step }) => !days[step]);
    setDayErrors(Object.fromEntries(empty.map(({ step }) => [step, ["Enter a date."]])));
    return form.touchAll() && empty.length === 0;
  };
  const refuse = (error: unknown) => {
    const wrong = error instanceof ApiError ? error.fields : {};
    const ofDays = waiting.filter(({ step }) => wrong[`due.${step}`]);
    setDayErrors(Object.fromEntries(ofDays.map(({ step }) => [step, wrong[`due.${step}`] ?? []])));
    const text = form.refuse(withFlatRecipient(error));
    return ofDays.length > 0 ? "" : text;
  };
  const body = (): ApiBody<"ActionChange"> => {
    const changed = waiting.filter(({ step, due }) => days[step] !== due);
    return {
      due: Object.fromEntries(changed.map(({ step }) => [step, String(days[step])])),
      ...(values.userId === stays ? {} : { recipient: recipientOf(values) }),
    };
  };
  const current = responsible?.name ?? `Anyone at ${supplier.name}`;
  return (
    <ActionDialog
      title="Change the request"
      submitLabel="Save"
      form={{ touchAll, refuse }}
      body={body}
      send={(changes, key) => changeRequest(action.id, changes, key)}
      success="Request changed"
      onClose={onClose}
      onChanged={onChanged}
    >
      <Field
        label="Responsible"
        hint="A new person gets a mail. The link of the former one ends."
        error={form.shown("userId")}
      >
        <Select
          value={values.userId}
          options={[
            { value: stays, label: current },
            ...(responsible ? [{ value: anyone, label: `Anyone at ${supplier.name}` }] : []),
            ...(people ?? [])
              .filter(({ id }) => id !== responsible?.id)
              .map(({ id, name }) => ({ value: String(id), label: name })),
            { value: byMail, label: "Someone by e-mail, without an account..." },
          ]}
          onChange={({ target }) => form.set("userId", target.value)}
        />
      </Field>
      {values.userId === byMail && (
        <MailPersonFields form={form} hint="They get a link that opens this corrective action alone." />
      )}
      {waiting.length > 0 && (
        <FieldGroup label="Due">
          <div className="form-grid">
            {waiting.map(({ step }) => (
              <Field key={step} label={step} error={dayErrors[step]}>
                <DateInput
                  value={days[step] ?? null}
                  min={dayOf(new Date())}
                  onChange={(day) => {
                    setDays({ ...days, [step]: day });
                    setDayErrors({ ...dayErrors, [step]: [] });
                  }}
                />
              </Field>
            ))}
          </div>
        </FieldGroup>
      )}
    </ActionDialog>
  );
}

function recipientOf({ userId, email, name }: Chosen): ApiBody<"ActionRecipient"> {
  if (userId === byMail) return { email: email.trim(), name: name.trim() };
  return userId === anyone ? { name: "" } : { userId: Number(userId), name: "" };
}

/** The recipient is an object of the body, and its properties are fields of this form. */
function withFlatRecipient(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = Object.entries(error.fields).map(([path, errors]) => [
    path.replace(/^recipient\./, ""),
    errors,
  ]);
  return new ApiError(error.status, { ...error.body, fields: Object.fromEntries(fields) }, error.caught);
}
