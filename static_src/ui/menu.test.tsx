import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Menu } from "./menu";

const select = vi.fn();

function Page() {
  return (
    <Menu
      label="Actions"
      trigger="Actions"
      items={[
        { heading: "Rosa Meyer", text: "Meridian Surgical" },
        { label: "Add User...", icon: "invite", onSelect: select },
        false,
        "divider",
        { label: "My Details...", href: "/contacts/7" },
        { label: "Suspend", danger: true, onSelect: select },
      ]}
    />
  );
}

test("the keyboard opens the menu, moves in it, closes it and returns the focus", async () => {
  render(<Page />);
  const button = screen.getByRole("button", { name: "Actions" });
  button.focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement?.textContent).toBe("Suspend");
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Add User...");
  await userEvent.keyboard("m");
  expect(document.activeElement?.getAttribute("href")).toBe("/contacts/7");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("arrow keys continue from the item under the mouse", async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Actions" }));
  await userEvent.hover(screen.getByRole("menuitem", { name: "My Details..." }));
  expect(document.activeElement?.textContent).toBe("My Details...");
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Suspend");
});

test("choosing an item runs its action once and focuses the button", async () => {
  render(<Page />);
  const button = screen.getByRole("button", { name: "Actions" });
  select.mockImplementation(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await userEvent.click(screen.getByRole("menuitem", { name: "Add User..." }));
  expect(select).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("menu")).toBeNull();
  await userEvent.click(button);
  await userEvent.click(document.body);
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a busy menu keeps the focus and does not open", async () => {
  const { rerender } = render(<Menu trigger="Actions" items={[{ label: "Suspend", onSelect: select }]} />);
  const button = screen.getByRole("button", { name: "Actions" });
  button.focus();
  rerender(<Menu trigger="Actions" items={[{ label: "Suspend", onSelect: select }]} busy />);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("{ArrowDown}");
  await userEvent.click(button);
  expect(screen.queryByRole("menu")).toBeNull();
  rerender(<Menu trigger="Actions" items={[{ label: "Suspend", onSelect: select }]} />);
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Suspend");
});
