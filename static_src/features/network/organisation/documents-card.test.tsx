import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { dayOf } from "../../../lib/text/days";
import { aType } from "../../../testing/documents";
import { anOrganisation, aRelationship } from "../../../testing/network";
import { answerOthers, button, openPage, tabs } from "../../../testing/organisation-page";

const row = {
  id: 5,
  type: "Liability insurance",
  site: "Esslingen",
  state: "EXPIRING",
  validUntil: dayOf(new Date(Date.now() + 12 * 86_400_000)),
  waivedUntil: null,
};

test("the summary has the documents that need attention, with links, next to the six tabs", () => {
  answerOthers(() => ({ body: [] }));
  openPage({ documents: { rows: [row], total: 12 } });
  const link = screen.getByRole("link", { name: "Liability insurance, Esslingen" });
  expect(link.getAttribute("href")).toBe("/organisations/8/documents?requirement=5");
  expect(screen.getByText("Ends in 12 days")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All 12 documents" }).getAttribute("href")).toBe(
    "/organisations/8/documents",
  );
  expect(tabs()).toHaveLength(6);
});

test("asking updates the card", async () => {
  const asked = { ...row, state: "ASKED", validUntil: null };
  answerOthers(({ method, url }) => {
    if (method === "POST") return { status: 201, body: { requirementIds: [5], skipped: [] } };
    if (url.pathname === "/api/documentType") return { body: [aType()] };
    return { body: anOrganisation({ documents: { rows: [asked], total: 1 } }) };
  });
  openPage();
  expect(screen.getByText(/^No documents yet/)).toBeTruthy();
  await userEvent.click(button("Ask for documents..."));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Quality management certificate" }));
  await userEvent.click(button("Ask for document"));
  await waitFor(() => expect(screen.getByText("Asked")).toBeTruthy());
});

test("viewers without the permission and suppliers with the level None get no button", () => {
  answerOthers(() => ({ body: [] }));
  openPage({ relationship: aRelationship({ level: "None" }) });
  expect(screen.queryByRole("button", { name: "Ask for documents..." })).toBeNull();
});
