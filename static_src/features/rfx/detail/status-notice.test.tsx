import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import { RfxServer } from "../../../testing/rfx-server";
import type { Rfx } from "../types";
import { StatusNotice } from "./status-notice";

const ended = "2031-03-02T10:00:00Z";

test.each([
  ["RESPONDENT", null, false, /closed this before it was submitted\. It can no longer be answered\.$/],
  ["RESPONDENT", "2031-03-09T23:59:59Z", false, /closed this before it was submitted/],
  ["REQUESTER", null, false, /^The assessment was closed before it was submitted/],
  ["RESPONDENT", "2031-03-01T23:59:59Z", false, /^The deadline passed on .* Write to .* for more time\.$/],
  ["REQUESTER", "2031-03-01T23:59:59Z", true, /submitted\. Extend the deadline to accept answers again\.$/],
  ["REQUESTER", "2031-03-01T23:59:59Z", false, /^The deadline passed on .* before this was submitted\.$/],
] as const)("an expired RFx shows a %s with the deadline %s the reason and the next step", (...values) => {
  const [role, deadline, changeDeadline, expectedText] = values;
  const { rfx } = new RfxServer({ forms: [formOf(fieldNode("company", { label: "Name" }))], role });
  const { actions } = rfx as Rfx;
  const expiredRfx = {
    ...rfx,
    status: "EXPIRED",
    deadline,
    closed: ended,
    actions: { ...actions, changeDeadline },
  };
  const { container } = renderOnPage(<StatusNotice rfx={expiredRfx as Rfx} />);
  expect(container.textContent).toMatch(expectedText);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a withdrawn RFx shows who withdrew it and why", () => {
  const { rfx } = new RfxServer({
    forms: [formOf(fieldNode("company", { label: "Name" }))],
    role: "RESPONDENT",
  });
  const withdrawnRfx = {
    ...rfx,
    status: "EXPIRED",
    closed: ended,
    withdrawnReason: "The lot was cancelled.",
  };
  const { container } = renderOnPage(<StatusNotice rfx={withdrawnRfx as Rfx} />);
  expect(container.textContent).toBe("Withdrawn by Meridian Surgical: The lot was cancelled.");
});

test.each([
  ["RESPONDENT", true, "Meridian Surgical awarded this request to you."],
  ["RESPONDENT", false, "Meridian Surgical did not award this request to you."],
  ["REQUESTER", true, /was awarded this request\.$/],
  ["REQUESTER", false, /was not awarded this request\.$/],
] as const)("a %s sees the outcome of the request (awarded: %s)", (role, isAwarded, text) => {
  const { rfx } = new RfxServer({ forms: [formOf(fieldNode("company", { label: "Name" }))], role });
  renderOnPage(<StatusNotice rfx={{ ...rfx, status: "COMPLETED", isAwarded } as Rfx} />);
  expect(screen.getByText(text)).toBeTruthy();
});
