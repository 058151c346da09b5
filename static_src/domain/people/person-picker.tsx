import { useMemo } from "react";
import { request } from "../../api/client";
import { usePageContext } from "../../lib/browser/page-context";
import { isEmail } from "../../lib/text/email";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { TextInput } from "../../ui/inputs";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { guestEmail, guestFrom } from "./guest-address";

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
  /** False for people of other organisations: their domain is shown without a warning. */
  warnsOfDomain?: boolean;
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
  warnsOfDomain = true,
}: Props) {
  const exceptKey = except.join();
  const search = useMemo(
    () => personSearch(hasColleagues, hasGuests, new Set(exceptKey.split(",").map(Number))),
    [hasColleagues, hasGuests, exceptKey],
  );
  const option = useMemo(() => optionOf(value), [value]);
  const isByMail = value.userId === null && (value.email !== "" || !hasColleagues);
  return (
    <>
      {hasColleagues ? (
        <Field label={label} required={isRequired} hint={hint} error={errors.userId ?? errors.email}>
          <TypeAhead<Option<string>>
            value={option}
            search={search}
            placeholder={hasGuests ? "Type a name or an address" : "Type a colleague's name"}
            onChange={(chosen) => onChange(choiceOf(chosen, value))}
          />
        </Field>
      ) : (
        <Field label="E-mail" required error={errors.email ?? errors.userId}>
          <TextInput
            type="email"
            autoComplete="off"
            value={value.email}
            onChange={(event) => onChange({ ...value, email: event.target.value })}
          />
        </Field>
      )}
      {isByMail && <Domain email={value.email} warns={warnsOfDomain} />}
      {isByMail && (
        <Field
          label="Name"
          required={isNameRequired}
          hint={isNameRequired ? undefined : "Optional."}
          error={errors.name}
        >
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={value.name}
            onChange={(event) => onChange({ ...value, name: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

function Domain({ email, warns }: { email: string; warns: boolean }) {
  const own = domainOf(usePageContext().user?.email ?? "");
  if (!isEmail(email)) return null;
  const domain = domainOf(email);
  const isForeign = warns && own !== "" && domain !== own;
  return (
    <p className="cell-sub d-flex gap-2" role="status">
      <Icon name={isForeign ? "warning" : "mail"} />
      <span>
        {isForeign ? (
          <>
            <strong>{domain}</strong> is not your organisation's domain. Check the address.
          </>
        ) : (
          <>
            We'll send a link to this address at <strong>{domain}</strong>.
          </>
        )}
      </span>
    </p>
  );
}

const domainOf = (email: string) => email.trim().toLowerCase().split("@")[1] ?? "";

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
