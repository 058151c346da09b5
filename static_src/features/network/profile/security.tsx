import { useState } from "react";
import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import { useFormFields } from "../../../lib/state/use-form-fields";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DateInput } from "../../../ui/date-input";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field, FieldGroup } from "../../../ui/field";
import { Checkbox, TextInput } from "../../../ui/inputs";
import { PageHeader } from "../../../ui/page-header";
import { RadioCards } from "../../../ui/radio-cards";
import { CompanyCard } from "./company/company-card";
import "./setup.scss";

type Policy = ApiResponse<"SignInPolicy">;
type Requirement = Policy["requirement"];
type Values = { requirement: Requirement; roleIds: number[]; starts: string | null; sessionDays: string };

const valuesOf = ({ requirement, roles, starts, sessionDays }: Policy): Values => ({
  requirement,
  roleIds: roles.flatMap(({ id, requiresFactor }) => (requiresFactor ? [id] : [])),
  starts,
  sessionDays: sessionDays === null ? "" : String(sessionDays),
});

const requirements = [
  { value: "OPTIONAL", label: "Optional", text: "Everyone decides for themselves." },
  { value: "ROLES", label: "For these roles", text: "People with the roles that you choose." },
  { value: "EVERYBODY", label: "For everyone", text: "Everyone in your organisation." },
] as const;

/** /setup/security: who needs a second factor, and how long sign-ins last. */
export default function Security({ policy: loaded }: { policy: Policy }) {
  const [policy, setPolicy] = useState(loaded);
  const { maxSessionDays } = policy;
  const form = useFormFields<Values>(valuesOf(loaded), ({ requirement, roleIds, starts, sessionDays }) => ({
    roleIds: requirement === "ROLES" && roleIds.length === 0 ? "Choose at least one role." : undefined,
    starts: requirement !== "OPTIONAL" && !starts ? "Choose a day." : undefined,
    sessionDays: isDays(sessionDays, maxSessionDays)
      ? undefined
      : `Enter a whole number from 1 to ${maxSessionDays}, or nothing.`,
  }));
  const { values } = form;
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () => {
      const { requirement, roleIds, starts, sessionDays } = values;
      return request("PUT", "/api/signInPolicy", {
        body: { requirement, roleIds, starts, sessionDays: sessionDays ? Number(sessionDays) : null },
        toast: (error) => form.refuse(error),
      });
    },
    success: "Security saved",
    onSaved: (saved) => {
      setPolicy(saved);
      form.reset(valuesOf(saved));
    },
  });
  const tick = (id: number, isTicked: boolean) =>
    form.set("roleIds", isTicked ? [...values.roleIds, id] : values.roleIds.filter((other) => other !== id));
  return (
    <>
      <PageHeader title="Security" sub="How people in your organisation sign in." />
      <div className="setup-columns">
        <Card title="Rules">
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (form.touchAll()) save();
            }}
          >
            <FieldGroup
              label="Second factor"
              hint="A passkey or an authenticator app. Suppliers and guests decide for themselves."
            >
              <RadioCards
                value={values.requirement}
                onChange={(requirement) => form.set("requirement", requirement)}
                options={requirements}
                disabled={saving}
              />
            </FieldGroup>
            {values.requirement === "ROLES" && (
              <FieldGroup label="Roles" required error={form.shown("roleIds")}>
                {policy.roles.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    label={name}
                    checked={values.roleIds.includes(id)}
                    disabled={saving}
                    onChange={(event) => tick(id, event.target.checked)}
                  />
                ))}
              </FieldGroup>
            )}
            {values.requirement !== "OPTIONAL" && (
              <Field
                label="From"
                required
                hint="From this day, people without a second factor are asked to add one when they sign in."
                error={form.shown("starts")}
              >
                <DateInput
                  value={values.starts}
                  disabled={saving}
                  onChange={(day) => form.set("starts", day)}
                  onBlur={() => form.touch("starts")}
                />
              </Field>
            )}
            <Field
              label="Days until an unused sign-in ends"
              hint={`Optional. At most ${maxSessionDays}.`}
              error={form.shown("sessionDays")}
            >
              <TextInput
                inputMode="numeric"
                maxLength={4}
                value={values.sessionDays}
                disabled={saving}
                onChange={(event) => form.set("sessionDays", event.target.value.trim())}
                onBlur={() => form.touch("sessionDays")}
              />
            </Field>
            <FailureAlert error={failure} />
            <Button type="submit" variant="primary" busy={saving} busyText="Saving...">
              Save
            </Button>
          </form>
        </Card>
        <WithoutFactor {...policy.withoutFactor} />
      </div>
      <CompanyCard />
    </>
  );
}

function WithoutFactor({ total, people }: Policy["withoutFactor"]) {
  const more = total - people.length;
  return (
    <Card title={`Without a second factor: ${total}`}>
      {total === 0 ? (
        <p className="text-secondary">Everyone has a second factor.</p>
      ) : (
        <ul className="without-factor">
          {people.map(({ id, name }) => (
            <li key={id}>
              <a href={`/contacts/${id}`}>{name}</a>
            </li>
          ))}
          {more > 0 && <li className="text-secondary">and {more} more</li>}
        </ul>
      )}
    </Card>
  );
}

const isDays = (text: string, max: number) =>
  text === "" || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max);
