import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import Maintenance from "./maintenance";

test.each([
  [null, "/login"],
  ["/rfx/7?tab=rfi", "/login?returnUrl=%2Frfx%2F7%3Ftab%3Drfi"],
  ["/guest/abc/rfx/7", "/guest/abc/rfx/7"],
  ["/acceptInvite/abc", "/acceptInvite/abc"],
])("from %s the link leads to %s", (returnUrl, way) => {
  renderOnPage(<Maintenance returnUrl={returnUrl} />);
  expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe(way);
});
