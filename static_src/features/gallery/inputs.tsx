import { useState } from "react";
import { Button } from "../../ui/button";
import { DateInput } from "../../ui/date-input";
import { ErrorSummary, Field } from "../../ui/field";
import { PasswordInput, SearchInput, Select, TextArea, TextInput } from "../../ui/inputs";
import { RichEditor } from "../../ui/rich-editor";
import { Example } from "./example";

const countries = [
  { value: "de", label: "Germany" },
  { value: "jp", label: "Japan" },
  { value: "ke", label: "Kenya", disabled: true },
];

export function InputExamples() {
  const [day, setDay] = useState<string | null>("2026-11-24");
  const [html, setHtml] = useState("<p>Text with <strong>formatting</strong>.</p>");
  const [attempts, setAttempts] = useState(0);
  return (
    <>
      <Example name="Field, TextInput" use="A labelled control with its hint and its error.">
        <Field label="Company" required>
          <TextInput placeholder="Registered name" />
        </Field>
        <Field label="Registration number" hint="As it is written in the register.">
          <TextInput defaultValue="HRB 12345" />
        </Field>
        <Field label="E-mail" error="Enter a valid e-mail address.">
          <TextInput defaultValue="rosa.meyer" />
        </Field>
        <Field label="Disabled">
          <TextInput defaultValue="Not editable" disabled />
        </Field>
      </Example>
      <Example name="TextArea, Select" use="Several lines of text; one choice of a long list.">
        <Field label="Description">
          <TextArea rows={3} defaultValue="Burrs on bore" />
        </Field>
        <Field label="Growing text">
          <TextArea grow defaultValue="The control grows with its text." />
        </Field>
        <Field label="Country">
          <Select options={countries} placeholder="Choose a country" />
        </Field>
        <Field label="Country with an error" error="Choose a country.">
          <Select options={countries} placeholder="" />
        </Field>
      </Example>
      <Example name="SearchInput, PasswordInput" use="The text of a filter; a password that can be shown.">
        <Field label="Search">
          <SearchInput placeholder="Search" />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="secret words" autoComplete="off" />
        </Field>
      </Example>
      <Example name="DateInput" use="A day, typed or picked in a calendar.">
        <Field label="Due date">
          <DateInput value={day} onChange={setDay} min="2026-11-01" />
        </Field>
        <Field label="Due date with an error" error="Enter a date as dd/mm/yyyy.">
          <DateInput value={null} text="31/02/2026" onChange={() => {}} />
        </Field>
        <Field label="Disabled due date">
          <DateInput value="2026-12-31" onChange={() => {}} disabled />
        </Field>
      </Example>
      <Example name="ErrorSummary" use="All errors of a form at its top, each with a link to its field.">
        <ErrorSummary
          key={attempts}
          errors={attempts > 0 ? [{ fieldId: "gallery-city", message: "Enter a city." }] : []}
        />
        <Field label="City" id="gallery-city" error={attempts > 0 && "Enter a city."}>
          <TextInput />
        </Field>
        <div>
          <Button onClick={() => setAttempts(attempts + 1)}>Send with an error</Button>
        </div>
      </Example>
      <Example name="RichEditor" use="Formatted text. The editor loads when it is first shown." wide>
        <Field label="Message" isCustom>
          <RichEditor value={html} onChange={setHtml} placeholder="Write a message" />
        </Field>
      </Example>
    </>
  );
}
