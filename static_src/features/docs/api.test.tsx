import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import Api from "./api";
import type { Operation } from "./operation";

const operation: Operation = {
  method: "GET",
  path: "/api/rfx/{rfx_id}",
  summary: "Return one RFx.",
  description: "",
  parameters: ["rfx_id"],
  body: "",
  scope: "rfx:read",
  isPublic: false,
  samplePath: "/api/rfx/1",
  sampleQuery: {},
  sampleBody: null,
  sendsFile: false,
};
const show = () =>
  renderOnPage(
    <Api
      operations={[operation, { ...operation, path: "/api/session", scope: null, summary: "The session." }]}
      changes={[{ version: "Unreleased", entries: ["New: `GET /api/apiKey`."] }]}
      version="1.2.3"
      baseUrl="https://assay.example"
    />,
  );

test("version, changes and the scope of each call are shown", () => {
  show();
  expect(screen.getByText(/Version 1.2.3/)).toBeTruthy();
  expect(screen.getByText("GET /api/apiKey").tagName).toBe("CODE");
  expect(screen.getByText("rfx:read")).toBeTruthy();
  expect(screen.getByText(/For people/)).toBeTruthy();
});

test("a scope finds its calls", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Find a call"), "rfx:read");
  expect(screen.queryByText("The session.")).toBeNull();
  await userEvent.type(screen.getByLabelText("Find a call"), "x");
  expect(screen.getByText("No call has these words.")).toBeTruthy();
});

test("a sample is copied", async () => {
  const user = userEvent.setup();
  const copy = vi.spyOn(navigator.clipboard, "writeText");
  show();
  await user.click(screen.getAllByText("Try it")[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Copy curl" }));
  expect(copy).toHaveBeenCalledWith(expect.stringContaining("'https://assay.example/api/rfx/1'"));
});
