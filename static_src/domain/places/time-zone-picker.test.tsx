import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { answerCalls } from "../../testing/server";
import { Field } from "../../ui/field";
import { clearReferenceData } from "./reference-data";
import { TimeZonePicker } from "./time-zone-picker";

const same = "Same as your organisation (Europe/London)";
let chosen: string;

beforeEach(() => {
  clearReferenceData();
  answerCalls(() => ({
    body: [
      { name: "UTC", country: "" },
      { name: "Asia/Tokyo", country: "Japan" },
      { name: "Europe/Berlin", country: "Germany" },
    ],
  }));
});

function Page({ first, defaultLabel }: { first: string; defaultLabel: string }) {
  const [value, setValue] = useState(first);
  chosen = value;
  return (
    <Field label="Time zone">
      <TimeZonePicker value={value} defaultLabel={defaultLabel} onChange={setValue} />
    </Field>
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>("Time zone");

test("a zone is chosen by country, and the default is the first choice", async () => {
  render(<Page first="" defaultLabel={same} />);
  expect(input().value).toBe(same);
  await userEvent.clear(input());
  await userEvent.type(input(), "japan");
  await userEvent.click(await screen.findByRole("option", { name: /Asia\/Tokyo/ }));
  expect(chosen).toBe("Asia/Tokyo");
  expect(input().value).toBe("Asia/Tokyo");
  await userEvent.clear(input());
  await userEvent.click(await screen.findByRole("option", { name: same }));
  expect(chosen).toBe("");
});

test("an empty input is the default", async () => {
  render(<Page first="Asia/Tokyo" defaultLabel={same} />);
  await userEvent.clear(input());
  await userEvent.tab();
  expect(chosen).toBe("");
  expect(input().value).toBe(same);
});

test("UTC as the default is one choice", async () => {
  render(<Page first="Asia/Tokyo" defaultLabel="UTC" />);
  await userEvent.clear(input());
  await userEvent.type(input(), "utc");
  await userEvent.click(await screen.findByRole("option", { name: "UTC" }));
  expect(chosen).toBe("");
});
