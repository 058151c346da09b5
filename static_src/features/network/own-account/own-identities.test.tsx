import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { OwnIdentities } from "./own-identities";

const identity = {
  id: 3,
  issuer: "https://sso.northwind.example",
  isUsable: true,
  isRemovable: true,
  created: "2026-11-01T09:00:00Z",
  lastUsed: null,
};

test("a company sign-in is removed after a confirmation", async () => {
  let rows = [identity];
  const calls = answerCalls(({ method }) => {
    if (method === "DELETE") rows = [];
    return method === "DELETE" ? { status: 204 } : { body: rows };
  });
  renderOnPage(<OwnIdentities />);
  await userEvent.click(await screen.findByRole("button", { name: "Remove the company sign-in" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Company sign-in")).toBeNull());
  expect(calls.filter(({ method }) => method === "DELETE").map(({ url }) => url.pathname)).toEqual([
    "/api/user/identity/3",
  ]);
});

test("the only way to sign in has no button that removes it", async () => {
  answerCalls(() => ({ body: [{ ...identity, isRemovable: false, isUsable: false }] }));
  renderOnPage(<OwnIdentities />);
  expect(await screen.findByText("Not in use")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
