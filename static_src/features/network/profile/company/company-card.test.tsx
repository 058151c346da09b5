import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../../testing/page";
import { answerCalls } from "../../../../testing/server";
import type { Company } from "./company";
import { CompanyCard } from "./company-card";

const empty: Company = {
  state: "NOT_SET_UP",
  canSetUp: true,
  redirectAddress: "https://assay.example/signin/company/return",
  provider: null,
  domains: [],
  roles: [
    { id: 1, name: "Super User", isLowest: false },
    { id: 4, name: "Viewer", isLowest: true },
  ],
  keepers: [
    { id: 7, name: "Rosa Meyer", hasFactor: true, isBreakGlass: false },
    { id: 8, name: "Max Braun", hasFactor: false, isBreakGlass: false },
  ],
};

const ready: Company = {
  ...empty,
  state: "READY",
  provider: {
    issuer: "https://sso.northwind.example",
    clientId: "assay",
    use: "OFF",
    joinsUnknown: false,
    groupsClaim: "groups",
    groups: [],
    startPath: "/signin/company/northwind",
    linkedPeople: 1,
    problem: null,
    problemSince: null,
  },
  domains: [
    { id: 3, name: "northwind.example", record: "assay-verification=x", verified: "2026-11-01T09:00:00Z" },
  ],
};

const save = () => userEvent.click(screen.getByRole("button", { name: "Save company sign-in" }));

test("it is set up with issuer, client id and secret", async () => {
  const calls = answerCalls(({ method }) => ({ body: method === "PUT" ? ready : empty }));
  renderOnPage(<CompanyCard />);
  expect(await screen.findByText("Not set up")).toBeTruthy();
  expect((screen.getByLabelText("Redirect address") as HTMLInputElement).value).toBe(empty.redirectAddress);
  await save();
  expect(screen.getByText("The issuer URL is required.")).toBeTruthy();
  expect(screen.getByText("The client secret is required.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Issuer URL/), " https://sso.northwind.example ");
  await userEvent.type(screen.getByLabelText(/^Client ID/), "assay");
  await userEvent.type(screen.getByLabelText(/^Client secret/), "s3cret");
  await save();
  expect(await screen.findByText("Ready")).toBeTruthy();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    issuer: "https://sso.northwind.example",
    clientId: "assay",
    clientSecret: "s3cret",
    use: "OFF",
    joinsUnknown: false,
    groupsClaim: "groups",
    groups: [],
    breakGlassUserIds: [],
  });
  const trial = await screen.findByRole("link", { name: "Try it" });
  expect(trial.getAttribute("href")).toBe("/signin/company/northwind?trial=1");
  expect(trial.getAttribute("target")).toBe("_blank");
});

test("requiring it needs a break-glass user with a factor, and a confirmation", async () => {
  const calls = answerCalls(({ method }) => ({
    body: method === "PUT" ? { ...ready, state: "ENFORCED" } : ready,
  }));
  renderOnPage(<CompanyCard />);
  await userEvent.click(await screen.findByRole("radio", { name: /^Only company sign-in/ }));
  await save();
  expect(screen.getByText(/^Choose at least one user/)).toBeTruthy();
  const without = screen.getByRole("checkbox", { name: "Max Braun (no second factor)" });
  expect((without as HTMLInputElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: "Rosa Meyer" }));
  await save();
  const dialog = await screen.findByRole("dialog", { name: "Allow only the company sign-in?" });
  expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Allow only company sign-in" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  const body = calls.find(({ method }) => method === "PUT")?.body as Record<string, unknown>;
  expect([body.use, body.breakGlassUserIds, body.clientSecret]).toEqual(["REQUIRED", [7], null]);
});

test("groups get roles, and a row without a role is refused", async () => {
  const calls = answerCalls(() => ({ body: ready }));
  renderOnPage(<CompanyCard />);
  await userEvent.click(await screen.findByRole("switch", { name: "People without an account can join" }));
  await userEvent.click(screen.getByRole("button", { name: "Add group" }));
  await userEvent.type(screen.getByLabelText("Group 1"), "buyers");
  await save();
  expect(screen.getByText("Enter a name and choose a role for each group.")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Role of group 1"), "Viewer");
  await save();
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  const body = calls.find(({ method }) => method === "PUT")?.body as Record<string, unknown>;
  expect(body.groups).toEqual([{ name: "buyers", roleId: 4 }]);
});

test("a record that is missing is a sentence at its domain", async () => {
  const waiting = {
    ...ready,
    domains: [{ id: 5, name: "labs.example", record: "assay-verification=y", verified: null }],
  };
  const message = "The record was not found.";
  answerCalls(({ method }) => (method === "POST" ? { status: 409, body: { message } } : { body: waiting }));
  renderOnPage(<CompanyCard />);
  expect(((await screen.findByLabelText("TXT record of labs.example")) as HTMLInputElement).value).toBe(
    "assay-verification=y",
  );
  await userEvent.click(screen.getByRole("button", { name: "Verify domain" }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test("an unreachable provider, missing keys and a failed request are shown", async () => {
  const problem = { ...ready.provider, problem: "No connection to this address was possible." };
  let body: unknown = { ...ready, provider: { ...problem, problemSince: "2026-11-19T09:00:00Z" } };
  let status = 200;
  answerCalls(() => ({ status, body }));
  const first = renderOnPage(<CompanyCard />);
  expect(await screen.findByText(/^Your provider could not be reached since/)).toBeTruthy();
  first.unmount();
  body = { ...empty, canSetUp: false };
  const second = renderOnPage(<CompanyCard />);
  expect(await screen.findByText(/has to set DATA_KEYS/)).toBeTruthy();
  second.unmount();
  status = 500;
  renderOnPage(<CompanyCard />);
  expect(await screen.findByText(/^The settings could not be loaded/)).toBeTruthy();
});
