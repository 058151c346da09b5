import { request } from "../../api/client";
import { useDraft } from "../../lib/state/use-draft";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { dayOf, parseDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { noPerson, PersonPicker } from "../people/person-picker";
import { ContactChoice } from "./contact-choice";
import { bodyOf, check, type RepeatValues, valuesOf } from "./repeat-values";
import { announce, type Round, type Schedule } from "./schedules";

type Props = { show: boolean; onClose: () => void } & (
  | {
      /** The RFx or assessment that will repeat. */
      round: Round;
      supplierId: number;
      schedule?: never;
    }
  | { schedule: Schedule; round?: never; supplierId?: never }
);

/** Dialog that repeats an RFx or assessment, or changes its schedule. */
export function RepeatModal({ show, onClose, round, schedule = undefined, supplierId }: Props) {
  const form = useFormFields<RepeatValues>(valuesOf(schedule ?? null), check);
  const { values } = form;
  const key = schedule ? `change.${schedule.id}` : `new.${Object.values(round ?? {}).join()}`;
  const draftState = useDraft(`schedule.${key}`, () => values, form.reset, { here: show });
  const { save, busy, failure } = useSave({
    send: (body: ReturnType<typeof bodyOf>, idempotencyKey) => {
      const toast = (error: unknown) => form.refuse(error);
      return schedule
        ? request("PUT", "/api/schedule/{schedule_id}", {
            path: { schedule_id: schedule.id },
            body,
            toast,
          })
        : request("POST", "/api/schedule", { body: { ...round, ...body }, idempotencyKey, toast });
    },
    success: schedule ? "Schedule changed" : "It will repeat",
    onSaved: (after) => {
      announce(after);
      onClose();
    },
    offlineNote: "Your entries are still here.",
  });
  return (
    <FormModal
      show={show}
      title={schedule ? `Change the schedule of ${schedule.title}` : "Repeat"}
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => form.touchAll() && save(bodyOf(values))}
      submitLabel={schedule ? "Save changes" : "Repeat"}
      busyText="Saving..."
    >
      <p className="text-secondary">Each round uses the newest published revision of its forms.</p>
      <Field label="Months between rounds" required error={form.shown("everyMonths")}>
        <TextInput
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          disabled={busy}
          {...form.text("everyMonths")}
        />
      </Field>
      <FieldGroup label="Next round is due" required>
        <RadioCards
          value={values.anchor}
          disabled={busy}
          onChange={(anchor) => form.set("anchor", anchor)}
          options={[
            {
              value: "AFTER_CLOSE",
              label: "After closing",
              text: "Counted from the day the last round closes.",
            },
            { value: "FIXED", label: "On a day", text: "The same day in each period." },
          ]}
        />
      </FieldGroup>
      {values.anchor === "FIXED" && (
        <Field label="Day" required error={form.shown("nextOn")}>
          <DateInput
            value={parseDay(values.nextOn)}
            text={values.nextOn}
            min={dayOf(new Date())}
            disabled={busy}
            onChange={(_, text) => form.set("nextOn", text)}
            onBlur={() => form.touch("nextOn")}
          />
        </Field>
      )}
      <Field label="Opens this many days before it is due" required error={form.shown("leadDays")}>
        <TextInput
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          disabled={busy}
          {...form.text("leadDays")}
        />
      </Field>
      <FieldGroup label="Start from">
        <RadioCards
          value={values.startsFrom}
          disabled={busy}
          onChange={(startsFrom) => form.set("startsFrom", startsFrom)}
          options={[
            { value: "LAST_ANSWERS", label: "Last answers", text: "The supplier confirms or changes them." },
            { value: "BLANK", label: "Blank", text: "The supplier answers everything again." },
          ]}
        />
      </FieldGroup>
      <ContactChoice
        supplierId={schedule?.supplier.id ?? supplierId ?? 0}
        isSame={values.isSameContacts}
        chosen={values.contactIds}
        error={form.shown("contactIds")}
        disabled={busy}
        onSame={(isSame) => form.set("isSameContacts", isSame)}
        onChange={(ids) => form.set("contactIds", ids)}
      />
      {schedule && (
        <OwnerField
          schedule={schedule}
          userId={values.ownerUserId}
          errors={form.shown("ownerUserId")}
          onChange={(userId) => form.set("ownerUserId", userId)}
        />
      )}
    </FormModal>
  );
}

type OwnerProps = {
  schedule: Schedule;
  userId: number | null;
  errors: readonly string[];
  onChange: (userId: number | null) => void;
};

/** The colleague in whose name rounds are sent. */
function OwnerField({ schedule: { owner }, userId, errors, onChange }: OwnerProps) {
  const value = userId === owner.id ? { userId, name: owner.name, email: "" } : undefined;
  return (
    <PersonPicker
      label="Owner"
      hasGuests={false}
      value={value ?? { ...noPerson, userId }}
      errors={{ userId: [...errors] }}
      onChange={({ userId: chosen }) => onChange(chosen)}
    />
  );
}
