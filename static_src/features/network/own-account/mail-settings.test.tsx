import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { MailSettings } from "./mail-settings";

const settings = [
  { kind: "RESPONSE_SUBMITTED", delivery: "AT_ONCE" },
  { kind: "DUE", delivery: "DAILY" },
];

const choice = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });

test("a choice is saved at once; due tasks are never mailed at once", async () => {
  const calls = answerCalls(({ method }) => ({
    body: method === "PUT" ? [{ kind: "RESPONSE_SUBMITTED", delivery: "NEVER" }, settings[1]] : settings,
  }));
  renderOnPage(<MailSettings />);
  const submitted = await choice("Responses submitted");
  expect([...submitted.options].map(({ text }) => text)).toEqual(["At once", "In the daily e-mail", "Never"]);
  const due = await choice("Tasks due tomorrow, due today or one day late");
  expect([...due.options].map(({ text }) => text)).toEqual(["In the daily e-mail", "Never"]);
  await userEvent.selectOptions(submitted, "NEVER");
  await waitFor(() => expect(calls.at(-1)?.method).toBe("PUT"));
  expect(calls.at(-1)?.body).toEqual({ settings: [{ kind: "RESPONSE_SUBMITTED", delivery: "NEVER" }] });
  await waitFor(() => expect(submitted.value).toBe("NEVER"));
});

test("a failed save shows the stored choice again, and a failed load offers another try", async () => {
  let status = 500;
  answerCalls(({ method }) =>
    method === "PUT" || status === 500 ? { status: 500, body: {} } : { body: settings },
  );
  renderOnPage(<MailSettings />);
  const again = await screen.findByRole("button", { name: "Try again" });
  status = 200;
  await userEvent.click(again);
  const submitted = await choice("Responses submitted");
  await userEvent.selectOptions(submitted, "DAILY");
  await waitFor(() => expect(submitted.value).toBe("AT_ONCE"));
});
