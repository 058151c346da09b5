import { usePageContext } from "../../lib/browser/page-context";
import { isEmail } from "../../lib/text/email";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { TextInput } from "../../ui/inputs";

type Name = "email" | "name";

/** The part of a form (`useFormFields`) with the address and the name of a person without an account. */
export type MailPersonForm = {
  values: Readonly<Record<Name, string>>;
  set: (name: Name, text: string) => void;
  shown: (name: Name) => readonly string[];
  touch?: (name: Name) => void;
};

/** Return the errors of the address and the name, both of which are required. */
export function mailPersonFaults({ email, name }: Readonly<Record<Name, string>>) {
  return {
    email: isEmail(email) ? undefined : "Enter the person's e-mail address.",
    name: name.trim() ? undefined : "Enter the person's name.",
  };
}

type NameProps = { form: MailPersonForm; isNameRequired?: boolean };
type Props = NameProps & {
  hint?: string;
  /** True if the person is expected to have the domain of the viewer. */
  warnsOfDomain?: boolean;
};

/** A person without an account: e-mail address and name. */
export function MailPersonFields({ form, hint, warnsOfDomain = false, isNameRequired = true }: Props) {
  const { values, set, shown, touch } = form;
  return (
    <>
      <Field label="E-mail" hint={hint} required error={shown("email")}>
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={254}
          value={values.email}
          onChange={({ target }) => set("email", target.value)}
          onBlur={() => touch?.("email")}
        />
      </Field>
      <MailDomain email={values.email} warns={warnsOfDomain} />
      <MailName form={form} isNameRequired={isNameRequired} />
    </>
  );
}

/** The domain that a link is sent to, with a warning if it is not the viewer's own. Empty until the address is complete. */
export function MailDomain({ email, warns }: { email: string; warns: boolean }) {
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

/** The name of a person without an account. */
export function MailName({ form: { values, set, shown }, isNameRequired = true }: NameProps) {
  return (
    <Field
      label="Name"
      required={isNameRequired}
      hint={isNameRequired ? undefined : "Optional."}
      error={shown("name")}
    >
      <TextInput
        autoComplete="off"
        maxLength={200}
        value={values.name}
        onChange={({ target }) => set("name", target.value)}
      />
    </Field>
  );
}

const domainOf = (email: string) => email.trim().toLowerCase().split("@")[1] ?? "";
