import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { emit } from "../../lib/events";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import NcrList from "./list";

test("a failed list shows no count", async () => {
  answerCalls(() => ({ status: 500, body: {} }));
  const pagination = { total: 0, capped: false, page: 1, pageSize: 10, nextCursor: null };
  renderOnPage(<NcrList list={{ rows: [], pagination }} />);
  expect(screen.getByText("0 reports")).toBeTruthy();
  emit("NON_CONFORMANCE_CHANGED", { id: 4 });
  expect(await screen.findByText("This list could not be loaded.")).toBeTruthy();
  expect(screen.queryByText("0 reports")).toBeNull();
});
