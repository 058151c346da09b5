import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ErrorSummary, Field } from "./field";
import { Select, TextInput } from "./inputs";

test("label, hint and error are connected to the control", () => {
  render(
    <Field label="Summary" hint="In one line" error="A summary is required." required>
      <TextInput defaultValue="" />
    </Field>,
  );
  const input = screen.getByRole("textbox", { name: /Summary/ });
  const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "In one line",
    "A summary is required.",
  ]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-required")).toBe("true");
});

test("the error summary takes the focus and its links focus the fields", async () => {
  render(
    <>
      <ErrorSummary errors={[{ fieldId: "severity", message: "Choose a severity." }]} />
      <Field label="Severity" id="severity">
        <Select options={[{ value: "MINOR", label: "Minor" }]} />
      </Field>
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "There is a problem" }));
  await userEvent.click(screen.getByRole("link", { name: "Choose a severity." }));
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Severity" }));
});
