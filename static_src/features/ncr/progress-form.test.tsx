import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { dialog, ncr, serve } from "../../testing/ncr";
import { renderOnPage } from "../../testing/page";
import { NcrModal } from "./ncr-modal";
import type { Ncr } from "./types";

const resolved = { label: "Resolved", icon: "completed", style: "ok" } as const;

/** Serve an NCR that has changed to `now`: a status change returns 409 with `sentence`. Return the sent bodies. */
function movedOn(now: Partial<Ncr>, sentence: string) {
  const calls = serve(({ method, url, body }) => {
    if (method === "GET" && url.pathname === "/api/ncr/4") return { body: ncr(now) };
    const { status, asksResolution } = (body ?? {}) as { status?: string; asksResolution?: boolean };
    if (method === "POST" && (status || asksResolution))
      return { status: 409, body: { code: "conflict", message: sentence, errors: [sentence] } };
    return undefined;
  });
  return () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
}

async function begin(first: Ncr) {
  renderOnPage(<NcrModal show id={4} first={first} onClose={() => {}} />);
  const view = await dialog();
  await userEvent.click(view.getByRole("button", { name: "Progress update..." }));
  return { view, add: () => userEvent.click(view.getByRole("button", { name: "Add update" })) };
}

test("a status set by a colleague first is shown and no longer offered", async () => {
  const { actions } = ncr();
  const posted = movedOn(
    { status: "RESOLVED", statusInfo: resolved, actions: { ...actions, statuses: ["INPROGRESS"] } },
    "This non-conformance is Resolved already.",
  );
  const { view, add } = await begin(
    ncr({ status: "INPROGRESS", actions: { ...actions, statuses: ["RESOLVED"] } }),
  );
  await userEvent.selectOptions(view.getByLabelText("Status"), "RESOLVED");
  await add();
  expect(await view.findByRole("option", { name: "Keep Resolved" })).toBeTruthy();
  await add();
  expect(await view.findByText("Please enter a progress update.")).toBeTruthy();
  expect(posted()).toMatchObject([{ status: "RESOLVED" }]);
});

test("a choice that means another transition from the new status is cleared", async () => {
  const { actions } = ncr();
  const reopening = { ...actions, statuses: ["INPROGRESS"] } as Ncr["actions"];
  movedOn({ status: "RESOLVED", statusInfo: resolved, actions: reopening }, "It is Resolved.");
  const { view, add } = await begin(ncr({ actions: reopening }));
  await userEvent.selectOptions(view.getByLabelText("Status"), "INPROGRESS");
  await add();
  expect(await view.findByRole("option", { name: "Keep Resolved" })).toBeTruthy();
  expect((view.getByLabelText("Status") as HTMLSelectElement).value).toBe("");
});

test("a record that was resolved concurrently is not requested again, and the text can be added", async () => {
  const { actions } = ncr();
  const own = { ...actions, edit: false, delete: false, statuses: [] };
  const posted = movedOn(
    { status: "RESOLVED", statusInfo: resolved, actions: own },
    "Only a non-conformance that is in progress can be resolved.",
  );
  const { view, add } = await begin(ncr({ status: "INPROGRESS", actions: { ...own, askResolution: true } }));
  await userEvent.click(view.getByLabelText("Request sign-off from Meridian Surgical"));
  await add();
  await waitFor(() => expect(view.queryByLabelText("Request sign-off from Meridian Surgical")).toBeNull());
  await add();
  expect(await screen.findByText("Please enter a progress update.")).toBeTruthy();
  expect(posted()).toMatchObject([{ asksResolution: true }]);
});
