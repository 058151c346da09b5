import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import Events from "./events";

const types = [
  { type: "rfx.sent", group: "RFxs", when: "A user sends an RFx.", sample: { id: "evt_1" } },
  { type: "ncr.created", group: "Non-conformances", when: "It is raised.", sample: { id: "evt_2" } },
];

test("each event has its sample, and a search narrows them", async () => {
  renderOnPage(<Events types={types} />);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Sample body of rfx.sent").value).toContain("evt_1");
  await userEvent.type(screen.getByLabelText("Find an event"), "non raised");
  expect(screen.queryByText("rfx.sent")).toBeNull();
  expect(screen.getByRole("heading", { name: "Non-conformances" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Find an event"), " zanzibar");
  expect(screen.getByText("No event has these words.")).toBeTruthy();
});
