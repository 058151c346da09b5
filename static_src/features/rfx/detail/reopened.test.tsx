import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { emit } from "../../../lib/events";
import { toasts, useToasts } from "../../../lib/toasts";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import type { Rfx } from "../types";
import RfxDetail from "./detail";

const company = fieldNode("company", { label: "Company name" });
const name = () => screen.getByRole("textbox", { name: /Company name/ }) as HTMLInputElement;

function Toasts() {
  return <output>{useToasts().map(({ text }) => text)}</output>;
}

test.each([
  ["an event reports it", () => emit("RFX_CHANGED", {})],
  ["the user returns to the page", () => document.dispatchEvent(new Event("visibilitychange"))],
] as const)("unsent answers are sent automatically once the RFx is open again and %s", async (_, reload) => {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Old" } });
  renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} />, {
    organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null },
  });
  server.status = "COMPLETED";
  server.answers = {
    "PUT /api/rfx/41/value": { status: 409, body: { message: "This RFx is not open any more." } },
  };
  await userEvent.type(name(), "er");
  await screen.findByRole("region", { name: "Answers not sent" }, { timeout: 3000 });
  act(() => void reload());
  await waitFor(() => expect(server.calls.filter(({ method }) => method === "GET")).toHaveLength(2));
  expect(screen.getByRole("region", { name: "Answers not sent" })).toBeTruthy();
  server.answers = {};
  server.status = "INPROGRESS";
  act(() => void reload());
  await waitFor(() => expect(server.values.company?.value).toBe("Older"), { timeout: 3000 });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Answers not sent" })).toBeNull());
  expect(name().value).toBe("Older");
});

test("a user who types far down the page is notified of an unsent answer by a toast", async () => {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Old" } });
  toasts.clear();
  renderOnPage(
    <>
      <Toasts />
      <RfxDetail rfx={server.rfx as Rfx} taskId={null} />
    </>,
    { organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null } },
  );
  server.status = "COMPLETED";
  server.answers = {
    "PUT /api/rfx/41/value": { status: 409, body: { message: "This RFx is not open any more." } },
  };
  const place = vi.spyOn(Element.prototype, "getBoundingClientRect");
  place.mockReturnValue({ top: -900, bottom: -800, left: 0, right: 300, width: 300, height: 100 } as DOMRect);
  await userEvent.type(name(), "er");
  const toastText =
    "This RFx is not open any more. Your unsent answers are kept and listed above the questions.";
  expect(await screen.findByText(toastText, {}, { timeout: 3000 })).toBeTruthy();
  place.mockRestore();
});
