import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { anOrganisation, firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import type { OrganisationRow } from "../types";
import { turned } from "./organisation-switches";
import Organisations from "./organisations";

const rows = [
  anOrganisation(),
  anOrganisation({
    id: 9,
    name: "Lumen Test Labs",
    isTestOrganisation: true,
    relationship: null,
    tags: [],
    address: null,
  }),
] as OrganisationRow[];

function answers({ url }: Call) {
  if (url.pathname === "/api/organisation/8") return { body: anOrganisation() };
  return {
    body: rows.slice(1),
    headers: {
      "X-Pagination": JSON.stringify({ total: 1, capped: false, page: 1, pageSize: 16, nextCursor: null }),
    },
  };
}

function open(search = "") {
  history.replaceState(null, "", search ? `?${search}` : "/organisations");
  const calls = answerCalls(answers);
  renderOnPage(<Organisations list={firstPage(rows, 42)} />, { path: "/organisations", search });
  return calls;
}

const switchOf = (name: string) => screen.getByRole("switch", { name }) as HTMLInputElement;

test("the list is rendered with the page", () => {
  const calls = open();
  expect(screen.getByText("42 organisations")).toBeTruthy();
  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings.slice(0, 4)).toEqual(["Organisation", "Relationship", "City", "Country"]);
  expect(screen.getByText("Germany")).toBeTruthy();
  expect(screen.getByText("Test account")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Invite supplier" })).toBeNull();
  expect(calls).toHaveLength(0);
});

test("a row opens its card inside the list", async () => {
  open();
  await userEvent.click(screen.getByText("Bergmann Präzision GmbH"));
  const card = within(await screen.findByRole("region", { name: "Bergmann Präzision GmbH" }));
  expect(card.getByText("“Five-axis machining.”")).toBeTruthy();
  expect([card.getByText("Preferred"), card.getByText("machining")]).toHaveLength(2);
  expect(card.getByText("BP")).toBeTruthy();
  expect(card.queryByText("Test account")).toBeNull();
  expect(await card.findByText("Family company.")).toBeTruthy();
  expect(card.getByText("Motorstraße 12")).toBeTruthy();
  expect(card.getByRole("link", { name: "Jana Bergmann" })).toBeTruthy();
  expect(card.getByRole("link", { name: /Full page/ }).getAttribute("href")).toBe("/organisations/8");
  expect(location.pathname).toBe("/organisations");
  await userEvent.click(card.getByRole("button", { name: "Close Bergmann Präzision GmbH" }));
  expect(screen.queryByRole("region", { name: "Bergmann Präzision GmbH" })).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Show details of Bergmann Präzision GmbH");
});

test.each([
  ["none", null],
  ["a city without a first line", { ...anOrganisation().address, line1: null }],
])("a card without an address (%s) and descriptions shows that, and has no level", async (_, address) => {
  answerCalls(() => ({ status: 500, body: {} }));
  const bare = { briefDescription: null, address, relationship: null, isTestOrganisation: true };
  renderOnPage(<Organisations list={firstPage([anOrganisation(bare) as OrganisationRow])} />);
  await userEvent.click(screen.getByText("Bergmann Präzision GmbH"));
  const card = within(await screen.findByRole("region", { name: "Bergmann Präzision GmbH" }));
  expect(card.getByText("Test account")).toBeTruthy();
  expect(card.queryByText(/^(None|Evaluation|Approved|Contracted|Preferred)$/)).toBeNull();
  expect(screen.getByText("No address")).toBeTruthy();
  expect(screen.getByText("No brief description")).toBeTruthy();
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
});

test("a level clears All Organisations, and All Organisations clears the levels", async () => {
  const calls = open();
  expect(switchOf("All Organisations").checked).toBe(true);
  await userEvent.click(switchOf("Evaluation suppliers"));
  await userEvent.click(switchOf("Preferred suppliers"));
  expect(switchOf("All Organisations").checked).toBe(false);
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("preferredSuppliers")).toBe("true"));
  expect(calls.at(-1)?.url.searchParams.get("evaluationSuppliers")).toBe("true");
  expect(calls.at(-1)?.url.searchParams.get("allOrganisations")).toBe("false");
  expect(calls.at(-1)?.url.searchParams.get("pageSize")).toBe("16");
  await userEvent.click(switchOf("All Organisations"));
  expect(switchOf("Evaluation suppliers").checked).toBe(false);
  expect(switchOf("Preferred suppliers").checked).toBe(false);
  expect(location.search).toBe("");
});

test("a URL with a level filters by it, and keeps it after other changes", async () => {
  const calls = open("preferredSuppliers=true");
  expect(switchOf("All Organisations").checked).toBe(false);
  expect(switchOf("Preferred suppliers").checked).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "City" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sort")).toBe("city"));
  expect(calls.at(-1)?.url.searchParams.get("preferredSuppliers")).toBe("true");
  expect(calls.at(-1)?.url.searchParams.get("allOrganisations")).not.toBe("true");
});

test("without a level all organisations are listed and the switch is on", async () => {
  open();
  await userEvent.click(switchOf("Preferred suppliers"));
  expect(switchOf("All Organisations").checked).toBe(false);
  await userEvent.click(switchOf("Preferred suppliers"));
  expect(switchOf("All Organisations").checked).toBe(true);
  await userEvent.click(switchOf("All Organisations"));
  expect(switchOf("All Organisations").checked).toBe(false);
  for (const name of ["Evaluation", "Approved", "Preferred", "Contracted"]) {
    expect(switchOf(`${name} suppliers`).checked).toBe(true);
  }
});

test("turning a level off touches no other switch", () => {
  expect(turned("approvedSuppliers", false)).toEqual({ approvedSuppliers: "false" });
});

test("filters and sort are in the URL and the request", async () => {
  const calls = open("tags=ISO+9001&tags=EU&country=DEU");
  expect(screen.getByText("ISO 9001")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name or own number"), "lum");
  await userEvent.click(screen.getByRole("button", { name: "City" }));
  const asked = () =>
    calls.filter(({ url }) => url.pathname === "/api/organisation").at(-1)?.url.searchParams;
  await waitFor(() =>
    expect([asked()?.get("name"), asked()?.get("country"), asked()?.get("sort")]).toEqual([
      "lum",
      "DEU",
      "city",
    ]),
  );
  expect(asked()?.getAll("tags")).toEqual(["ISO 9001", "EU"]);
  expect(location.search).toContain("sort=city");
  await userEvent.click(screen.getByRole("button", { name: "City" }));
  expect(location.search).toContain("sort=-city");
});

test("an empty result offers to clear the filters", async () => {
  history.replaceState(null, "", "?name=zzz&sort=city");
  renderOnPage(<Organisations list={firstPage<OrganisationRow>([])} />, {
    path: "/organisations",
    search: "name=zzz&sort=city",
  });
  answerCalls(answers);
  expect(screen.getByText("No organisations for the current search filter.")).toBeTruthy();
  const card = screen.getByText("No organisations for the current search filter.").closest("div");
  await userEvent.click(within(card as HTMLElement).getByRole("button", { name: "Clear filters" }));
  expect(location.search).toBe("?sort=city");
});
