import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ApiResponse } from "../../../api/types";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import Security from "./security";

const policy: ApiResponse<"SignInPolicy"> = {
  requirement: "OPTIONAL",
  starts: null,
  sessionDays: null,
  maxSessionDays: 14,
  roles: [
    { id: 1, name: "Super User", requiresFactor: false },
    { id: 2, name: "Viewer", requiresFactor: false },
  ],
  withoutFactor: { total: 52, people: [{ id: 7, name: "Rosa Meyer" }] },
};

/** Answer the rules with `body`, and the company sign-in with an error; record the requests that save rules. */
function answerRules(body: unknown): Call[] {
  const calls: Call[] = [];
  answerCalls((call) => {
    if (call.url.pathname !== "/api/signInPolicy") return { status: 500 };
    calls.push(call);
    return { body };
  });
  return calls;
}

test("a requirement for roles needs a role and a day, and is saved", async () => {
  const saved = {
    ...policy,
    requirement: "ROLES",
    starts: "2026-12-01",
    withoutFactor: { total: 0, people: [] },
  };
  const calls = answerRules(saved);
  renderOnPage(<Security policy={policy} />);
  expect(screen.getByRole("link", { name: "Rosa Meyer" })).toBeTruthy();
  expect(screen.getByText("and 51 more")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /For these roles/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("Choose at least one role.")).toBeTruthy();
  expect(screen.getByText("Choose a day.")).toBeTruthy();
  expect(calls).toHaveLength(0);
  await userEvent.click(screen.getByRole("checkbox", { name: "Viewer" }));
  await userEvent.type(screen.getByLabelText(/^From/), "01/12/2026");
  await userEvent.type(screen.getByLabelText("Days until an unused sign-in ends"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Everyone has a second factor.")).toBeTruthy();
  expect(calls[0]?.body).toEqual({
    requirement: "ROLES",
    roleIds: [2],
    starts: "2026-12-01",
    sessionDays: 5,
  });
});

test("too many days are refused before sending", async () => {
  const calls = answerRules(policy);
  renderOnPage(<Security policy={policy} />);
  const days = screen.getByLabelText("Days until an unused sign-in ends");
  await userEvent.type(days, "15");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("Enter a whole number from 1 to 14, or nothing.")).toBeTruthy();
  await userEvent.clear(days);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls).toHaveLength(1));
});
