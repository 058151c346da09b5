import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { toasts } from "../../../lib/toasts";
import { aType } from "../../../testing/documents";
import { shownToasts } from "../../../testing/organisation-page";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import DocumentTypes from "./document-types";

const own = { isShipped: false, isOwn: true, code: null };
const audit = aType({ ...own, id: 20, name: "Audit report", standard: "", validity: "MONTHS", months: 36 });
const used = aType({ ...own, id: 21, name: "Code of conduct", validity: "ALWAYS", isUsed: true });
const manager = { permissions: ["MANAGE_RELATIONSHIPS"] };

beforeEach(() => toasts.clear());

test("own, standard and archived types are apart, and standard types have no actions", () => {
  const archivedType = aType({ ...own, id: 22, name: "Old policy", archived: true });
  const foreign = aType({ ...own, id: 23, name: "Customer's form", isOwn: false });
  renderOnPage(<DocumentTypes types={[aType(), audit, used, archivedType, foreign]} />, manager);
  const table = (name: string) => within(screen.getByRole("table", { name }));
  expect(table("Your types").getByText("36 months from issue")).toBeTruthy();
  expect(table("Your types").getByRole("button", { name: "Delete Audit report..." })).toBeTruthy();
  expect(table("Your types").getByRole("button", { name: "Archive Code of conduct..." })).toBeTruthy();
  expect(table("Standard types").getByText("Quality management certificate")).toBeTruthy();
  expect(table("Standard types").queryByRole("button")).toBeNull();
  expect(table("Archived types").getByText("Old policy")).toBeTruthy();
  expect(screen.queryByText("Customer's form")).toBeNull();
});

test("viewers without the permission see no actions", () => {
  renderOnPage(<DocumentTypes types={[aType(), audit]} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a type is added with its validity, details and reminders", async () => {
  const calls = answerCalls(({ method }) =>
    method === "POST" ? { status: 201, body: audit } : { body: [aType(), audit] },
  );
  renderOnPage(<DocumentTypes types={[aType()]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "New type..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "New type" }));
  await userEvent.type(dialog.getByLabelText(/^Name/), "Audit report");
  await userEvent.selectOptions(dialog.getByLabelText(/^Valid/), "MONTHS");
  expect(dialog.getByText("Still needed: Months")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Months/), "36");
  await userEvent.click(dialog.getByRole("checkbox", { name: "Scope" }));
  await userEvent.clear(dialog.getByLabelText("Reminders"));
  await userEvent.type(dialog.getByLabelText("Reminders"), "60, 14");
  await userEvent.click(dialog.getByRole("button", { name: "Add type" }));
  expect(await screen.findByText("36 months from issue")).toBeTruthy();
  expect(calls[0]?.body).toEqual({
    name: "Audit report",
    standard: "",
    validity: "MONTHS",
    months: 36,
    fields: ["NUMBER", "ISSUER", "SCOPE"],
    remindDays: [60, 14],
    graceDays: 30,
  });
  expect(shownToasts()).toEqual(["Audit report added."]);
});

test("a name that is taken is shown at its field, and the entries stay", async () => {
  const says = "There is already a type with this name.";
  answerCalls(() => ({ status: 422, body: { errors: [says], fields: { name: [says] } } }));
  renderOnPage(<DocumentTypes types={[audit]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "Edit Audit report..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Audit report" }));
  await userEvent.type(dialog.getByLabelText(/^Name/), " 2");
  await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
  expect(await dialog.findByText(says)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Audit report 2");
});

test("wrong days are refused before they are sent", async () => {
  renderOnPage(<DocumentTypes types={[audit]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "Edit Audit report..." }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Reminders"), ", 400");
  await userEvent.tab();
  expect(dialog.getByText("Enter up to 10 numbers of days from 0 to 365.")).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Save changes" }).disabled).toBe(true);
});

test("the validity of a type in use is fixed", async () => {
  renderOnPage(<DocumentTypes types={[used]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "Edit Code of conduct..." }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText<HTMLSelectElement>(/^Valid/).disabled).toBe(true);
});

test("a type in use is archived after a confirmation", async () => {
  const calls = answerCalls(({ method }) =>
    method === "DELETE" ? { status: 204 } : { body: [{ ...used, archived: true }] },
  );
  renderOnPage(<DocumentTypes types={[used]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "Archive Code of conduct..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Archive this type" }));
  await waitFor(() => expect(screen.getByRole("table", { name: "Archived types" })).toBeTruthy());
  expect(calls[0]?.url.pathname).toBe("/api/documentType/21");
  expect(shownToasts()).toEqual(["Code of conduct archived."]);
});

test("an archived type is restored", async () => {
  const archivedType = aType({ ...own, id: 22, name: "Old policy", archived: true });
  const calls = answerCalls(({ method }) => ({
    body: method === "POST" ? archivedType : [{ ...archivedType, archived: false }],
  }));
  renderOnPage(<DocumentTypes types={[archivedType]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "Restore Old policy" }));
  expect(await screen.findByRole("button", { name: "Delete Old policy..." })).toBeTruthy();
  expect(calls[0]?.url.pathname).toBe("/api/documentType/22/restore");
  expect(screen.queryByRole("table", { name: "Archived types" })).toBeNull();
  expect(shownToasts()).toEqual(["Old policy restored."]);
});
