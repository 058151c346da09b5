import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../testing/page";
import { Tabs } from "./tabs";

const tabs = [
  { key: "summary", label: "Summary", content: () => <p>The summary</p>, keep: true },
  { key: "profile", label: "Profile", content: () => <p>The profile</p> },
  { key: "journal", label: "Journal", content: () => <p>The journal</p> },
];

test("the active tab is in the address, and going back opens the previous tab", async () => {
  history.replaceState(null, "", "?tab=profile&sort=name");
  renderOnPage(<Tabs tabs={tabs} label="Supplier" />);
  expect(screen.getByRole("tabpanel", { name: "Profile" }).textContent).toBe("The profile");
  await userEvent.click(screen.getByRole("tab", { name: "Journal" }));
  expect(location.search).toBe("?tab=journal");
  expect(screen.queryByText("The profile")).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "Summary" }));
  expect(location.search).toBe("?tab=summary");
  act(() => {
    history.replaceState(null, "", "?tab=profile");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(screen.getByRole("tabpanel", { name: "Profile" })).toBeTruthy();
  expect(screen.getByText("The summary").parentElement?.hidden).toBe(true);
});

test("arrow keys move between tabs and wrap around", async () => {
  renderOnPage(<Tabs tabs={tabs} label="Supplier" />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Summary");
  await userEvent.keyboard("{ArrowLeft}");
  expect(document.activeElement?.textContent).toBe("Journal");
  expect(screen.getByText("The journal")).toBeTruthy();
  expect(screen.getByRole("tab", { name: "Summary" }).tabIndex).toBe(-1);
});

test("an unknown tab in the address opens the first tab", () => {
  history.replaceState(null, "", "?tab=nonsense");
  renderOnPage(<Tabs tabs={tabs} label="Supplier" />);
  expect(screen.getByText("The summary")).toBeTruthy();
});
