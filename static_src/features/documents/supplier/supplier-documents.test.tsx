import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Requirement } from "../../../domain/documents/document-state";
import { emit } from "../../../lib/events";
import { aMissing, aRequirement, aType } from "../../../testing/documents";
import { anOrganisation } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import SupplierDocuments from "./supplier-documents";

const path = "/organisations/8/documents";
const supplier = { id: 8, name: "Bergmann Präzision GmbH", logoUrl: null };

beforeEach(() => window.history.replaceState(null, "", path));

function open(
  rows: Requirement[],
  { permissions = ["MANAGE_RELATIONSHIPS"], isRelated = true, search = "" } = {},
) {
  const pagination = {
    total: rows.length,
    capped: false,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  };
  renderOnPage(
    <SupplierDocuments
      supplier={supplier}
      relationshipId={3}
      isRelated={isRelated}
      list={{ rows, pagination }}
    />,
    { permissions, path, search },
  );
}

const insurance = aType({ id: 2, name: "Liability insurance", standard: "" });

test("each row has type, site, state, end, file and its next action", () => {
  open([aRequirement({ site: "Esslingen" }), aMissing({ id: 6, type: insurance })]);
  const [first, second] = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row));
  expect(first?.getByText("Esslingen")).toBeTruthy();
  expect(first?.getByText("To review")).toBeTruthy();
  expect(first?.getByText(/Mar.* 2029/)).toBeTruthy();
  expect(first?.getByRole("link", { name: "iso-9001.pdf" }).getAttribute("href")).toBe("/files/71");
  expect(
    first?.getByRole("button", { name: "Review Quality management certificate, Esslingen" }),
  ).toBeTruthy();
  expect(second?.getByText("Missing")).toBeTruthy();
  expect(second?.getByRole("button", { name: "Ask again for Liability insurance..." })).toBeTruthy();
  expect(screen.getByText("2 documents")).toBeTruthy();
});

test("viewers without the permission see the documents without actions", () => {
  const actions = { ask: false, submit: false, accept: false, reject: false, waive: false };
  open([aRequirement({ actions })], { permissions: [] });
  expect(screen.queryByRole("button", { name: /Ask for documents|Review/ })).toBeNull();
});

test("an empty page offers to ask for documents, unless the relationship is None", async () => {
  answerCalls(({ url }) => ({ body: url.pathname === "/api/documentType" ? [aType()] : anOrganisation() }));
  open([]);
  expect(screen.getByText("You haven't asked Bergmann Präzision GmbH for documents yet.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Ask for documents..." }));
  expect(
    await screen.findByRole("dialog", { name: "Ask Bergmann Präzision GmbH for documents" }),
  ).toBeTruthy();
});

test("a supplier without a relationship can't be asked", () => {
  open([], { isRelated: false });
  expect(screen.queryByRole("button", { name: "Ask for documents..." })).toBeNull();
});

test("asking again fills in type and site", async () => {
  answerCalls(({ url }) => ({
    body: url.pathname === "/api/documentType" ? [aType(), insurance] : anOrganisation(),
  }));
  open([aMissing({ type: insurance, site: "Esslingen" })]);
  await userEvent.click(
    screen.getByRole("button", { name: "Ask again for Liability insurance, Esslingen..." }),
  );
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Liability insurance" });
  expect(box.checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("Site").value).toBe("Esslingen");
});

test("the opened document is in the address, and closing removes it", async () => {
  answerCalls(() => ({ body: { ...aMissing(), documents: [] } }));
  open([aMissing()]);
  await userEvent.click(screen.getByRole("link", { name: /Quality management certificate/ }));
  expect(window.location.search).toBe("?requirement=5");
  const buttons = await screen.findAllByRole("button", { name: "Close" });
  await userEvent.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(window.location.search).toBe(""));
});

test("the list shows a change of another island", async () => {
  answerCalls(() => ({ body: [aRequirement({ state: "ACCEPTED", validUntil: "2029-03-12" })] }));
  open([aRequirement()]);
  emit("DOCUMENTS_CHANGED", { relationshipId: 3 });
  expect(await screen.findByText("Valid")).toBeTruthy();
});
