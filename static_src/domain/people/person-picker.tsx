import { useMemo } from "react";
import { request } from "../../api/client";
import { Field } from "../../ui/field";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { guestEmail, guestFrom } from "./guest-address";
import { MailDomain, MailName, MailPersonFields, type MailPersonForm } from "./mail-person-fields";

/** A colleague by id with the name, or a person by name and e-mail address. */
export type PersonChoice = { userId: number | null; name: string; email: string };

export const noPerson: PersonChoice = { userId: null, name: "", email: "" };

/** Return the chosen person as fields of the API. */
export function personBody({ userId, name, email }: PersonChoice) {
  return userId === null ? { name: name.trim(), email: email.trim() } : { userId };
}

/** Return the errors of a choice by field. */
export function personErrors(
  { userId, name, email }: PersonChoice,
  isNameRequired = true,
): Record<string, string[]> {
  if (userId !== null) return {};
  if (!email.trim()) return { email: ["Choose a person."] };
  return name.trim() || !isNameRequired ? {} : { name: ["Enter the person's name."] };
}

type Props = {
  value: PersonChoice;
  onChange: (choice: PersonChoice) => void;
  /** False for viewers without colleagues, who only enter an address. */
  hasColleagues?: boolean;
  /** False if only colleagues can be chosen. */
  hasGuests?: boolean;
  /** Errors of the fields of the API. */
  errors: Readonly<Record<string, string[]>>;
  label?: string;
  /** Ids of colleagues who cannot be chosen again. */
  except?: readonly number[];
  /** True if a person by e-mail needs a name. */
  isNameRequired?: boolean;
  /** False if the choice is optional. */
  isRequired?: boolean;
  hint?: string | undefined;
};

/**
 * A person: a colleague, found by typing a name, or another person by e-mail address. The domain of an address is shown, with a
 * warning if it is not the viewer's own.
 */
export function PersonPicker({
  value,
  onChange,
  hasColleagues = true,
  hasGuests = true,
  errors,
  label = "Person",
  except = [],
  isNameRequired = true,
  isRequired = true,
  hint = hasGuests ? "A colleague's name, or an e-mail address." : undefined,
}: Props) {
  const exceptKey = except.join();
  const search = useMemo(
    () => personSearch(hasColleagues, hasGuests, new Set(exceptKey.split(",").map(Number))),
    [hasColleagues, hasGuests, exceptKey],
  );
  const option = useMemo(() => optionOf(value), [value]);
  const isByMail = value.userId === null && value.email !== "";
  const form: MailPersonForm = {
    values: value,
    set: (name, text) => onChange({ ...value, [name]: text }),
    shown: (name) => errors[name] ?? (name === "email" ? errors.userId : undefined) ?? [],
  };
  if (!hasColleagues) {
    return <MailPersonFields form={form} isNameRequired={isNameRequired} warnsOfDomain />;
  }
  return (
    <>
      <Field label={label} required={isRequired} hint={hint} error={errors.userId ?? errors.email}>
        <TypeAhead<Option<string>>
          value={option}
          search={search}
          placeholder={hasGuests ? "Type a name or an address" : "Type a colleague's name"}
          onChange={(chosen) => onChange(choiceOf(chosen, value))}
        />
      </Field>
      {isByMail && (
        <>
          <MailDomain email={value.email} warns />
          <MailName form={form} isNameRequired={isNameRequired} />
        </>
      )}
    </>
  );
}

const userPrefix = "user:";

function optionOf({ userId, name, email }: PersonChoice): Option<string> | null {
  if (userId !== null) return { value: `${userPrefix}${userId}`, label: name };
  return email ? { value: email, label: email } : null;
}

function choiceOf(option: Option<string> | null, current: PersonChoice): PersonChoice {
  if (!option) return noPerson;
  if (option.value.startsWith(userPrefix)) {
    return { userId: Number(option.value.slice(userPrefix.length)), name: option.label, email: "" };
  }
  const guestName = /^(.*) <([^<>]+)>$/.exec(option.value);
  const typedName = current.userId === null ? current.name : "";
  return guestName
    ? { userId: null, name: guestName[1] ?? "", email: guestName[2] ?? "" }
    : { userId: null, name: typedName, email: option.value };
}

function personSearch(hasColleagues: boolean, hasGuests: boolean, except: ReadonlySet<number>) {
  return async (text: string, signal: AbortSignal): Promise<Option<string>[]> => {
    const guest = hasGuests && text.includes("@") ? guestFrom(text) : null;
    const query = { search: text, myOrgOnly: true, pageSize: 10 };
    const people = hasColleagues ? await request("GET", "/api/user", { query, signal, toast: false }) : [];
    const colleagues = people
      .filter(({ id }) => !except.has(id))
      .map(({ id, name, jobTitle }) => ({
        value: `${userPrefix}${id}`,
        label: name,
        note: jobTitle ?? undefined,
      }));
    // The address of a colleague chooses the colleague.
    const isColleague = guest && people.some(({ email }) => email?.toLowerCase() === guestEmail(guest));
    return guest && !isColleague ? [...colleagues, { ...guest, note: "By e-mail" }] : colleagues;
  };
}
