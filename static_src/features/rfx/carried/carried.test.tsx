import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { city, company, field, press, section, show } from "../../../testing/rfx-detail";
import { RfxServer } from "../../../testing/rfx-server";
import "./carried";
import "../detail/moves/move-modals";

const hours = fieldNode("hours", { label: "Opening hours" });
const colour = fieldNode("colour", { label: "Colour" });
const offers = {
  company: { value: "Bergmann GmbH", source: 0 },
  city: { value: "Ulm", source: 0 },
  hours: { value: "8 to 16", source: 1, outcome: "REWORDED" as const, formerText: "Hours of work" },
  colour: { source: 0, outcome: "CHOICES" as const, fault: "“Red” is no longer an option." },
};
const carried = {
  title: "Qualification 2026",
  submitted: "2026-03-03T09:00:00Z",
  offered: 3,
  sources: [
    { date: "2026-03-03T08:00:00Z", author: "Ana Weber" },
    { date: "2026-03-02T08:00:00Z", author: "Tom Reed" },
  ],
  offers,
};

function open() {
  const forms = [formOf(section("Company"), company, city, section("Times"), hours, colour)];
  const server = new RfxServer({ forms, carried });
  show(server);
  return server;
}

const bar = () => screen.findByRole("region", { name: "Answers of the last round" });
const confirmations = (server: RfxServer) =>
  server.calls.filter(({ url }) => url.pathname.endsWith("/confirmation")).map(({ body }) => body);

beforeEach(() => localStorage.clear());

test("earlier answers are in their fields with their source, and are not saved", async () => {
  const server = open();
  expect((await bar()).textContent).toContain(
    "3 of 4 answers are from Mar 3, 2026. Go through each section and confirm.",
  );
  expect(field(/Company/).value).toBe("Bergmann GmbH");
  expect(screen.getAllByText("Ana Weber").length).toBe(3);
  expect(screen.getByText("Reworded")).toBeTruthy();
  expect(screen.getByText("Hours of work")).toBeTruthy();
  expect(screen.getByText("Choices changed")).toBeTruthy();
  expect(screen.getByText(/“Red” is no longer an option/)).toBeTruthy();
  expect(field(/Colour/).value).toBe("");
  expect(server.moves).toEqual([]);
});

test("one press confirms the unchanged answers of a section", async () => {
  const server = open();
  await press(/^Confirm 2 unchanged.*Company/);
  await waitFor(() => expect(server.values.city?.value).toBe("Ulm"));
  expect(confirmations(server)).toEqual([{ keys: ["company", "city"] }]);
  expect(screen.queryByRole("button", { name: /^Confirm 2 unchanged/ })).toBeNull();
  expect((await bar()).textContent).toContain("1 left.");
  // The reworded answer is no unchanged one.
  expect(screen.queryByRole("button", { name: /^Confirm 1 unchanged/ })).toBeNull();
  await press(/^Confirm ?: Opening hours/);
  await waitFor(() => expect(server.values.hours?.value).toBe("8 to 16"));
  expect((await bar()).textContent).toContain("Every answer of the last round is confirmed or changed.");
});

test("the focus moves to the next button after a confirmation", async () => {
  open();
  await press(/^Confirm ?: Company name/);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Confirm ?: City/ })),
  );
});

test("an edit replaces the earlier answer and is saved as usual", async () => {
  const server = open();
  await screen.findByRole("button", { name: /^Confirm ?: City/ });
  await userEvent.type(field(/City/), "m");
  expect(screen.queryByRole("button", { name: /^Confirm ?: City/ })).toBeNull();
  await waitFor(() => expect(server.values.city?.value).toBe("Ulmm"), { timeout: 4000 });
  expect(confirmations(server)).toEqual([]);
});

test("an answer that a colleague gave meanwhile is kept", async () => {
  const server = open();
  await screen.findByRole("button", { name: /^Confirm 2 unchanged/ });
  server.write("city", "Bremen", "Jana Bergmann");
  await press(/^Confirm 2 unchanged/);
  expect(await screen.findByText("This question was answered meanwhile. Nothing was changed.")).toBeTruthy();
  expect(server.values.city?.value).toBe("Bremen");
  expect(server.values.company?.value).toBe("Bergmann GmbH");
});

test("a confirmation without a connection says so and keeps the earlier answers", async () => {
  const server = open();
  await screen.findByRole("button", { name: /^Confirm ?: City/ });
  server.offline = true;
  await press(/^Confirm ?: City/);
  expect(await screen.findByText(/Nothing was confirmed/)).toBeTruthy();
  expect(field(/City/).value).toBe("Ulm");
});

test("the next unconfirmed answer is reached with a button", async () => {
  open();
  await bar();
  await press("Next unconfirmed");
  await waitFor(() => expect(document.activeElement).toBe(field(/Company/)));
  await press("Next unconfirmed");
  await waitFor(() => expect(document.activeElement).toBe(field(/City/)));
});
