import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { anOrganisation } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { Organisation } from "../types";
import { ApprovalPanel } from "./approval-panel";

function Page() {
  const [organisation, setOrganisation] = useState(anOrganisation() as Organisation);
  return <ApprovalPanel organisation={organisation} onSaved={setOrganisation} />;
}

test("the switch saves at once", async () => {
  const calls = answerCalls(() => ({ body: anOrganisation({ awardNeedsApproval: true }) }));
  renderOnPage(<Page />);
  const approval = screen.getByRole<HTMLInputElement>("switch", { name: /Awards need an approval/ });
  expect(approval.checked).toBe(false);
  await userEvent.click(approval);
  await waitFor(() => expect(approval.checked && !approval.disabled).toBe(true));
  expect(calls.map(({ body }) => body)).toEqual([{ isNeeded: true }]);
});

test("a failed save leaves the switch off", async () => {
  answerCalls(() => ({ status: 500, body: { code: "internal", message: "Something went wrong." } }));
  renderOnPage(<Page />);
  const approval = screen.getByRole<HTMLInputElement>("switch", { name: /Awards need an approval/ });
  await userEvent.click(approval);
  await waitFor(() => expect(approval.disabled).toBe(false));
  expect(approval.checked).toBe(false);
});
