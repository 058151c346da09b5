import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../lib/toasts";
import { ToastHost } from "./toast-host";

beforeEach(() => {
  vi.useFakeTimers();
  toasts.clear();
});
afterEach(() => vi.useRealTimers());

test("a success disappears after its duration unless the pointer is on it, and an error stays until it is closed", () => {
  render(<ToastHost />);
  act(() => {
    toasts.success("Tags updated ok");
    toasts.error("First.\nSecond.");
  });
  expect(screen.getAllByRole("status")[0]?.textContent).toBe("Tags updated ok");
  expect(screen.getByRole("alert").textContent).toBe("First.\nSecond.");
  const host = screen.getByRole("region", { name: "Notifications" });
  fireEvent.mouseEnter(host);
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.queryByText("Tags updated ok")).toBeTruthy();
  fireEvent.mouseLeave(host);
  act(() => vi.advanceTimersByTime(6_000));
  expect(screen.queryByText("Tags updated ok")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("the action of a toast runs once and closes it, and the next page shows the toast without it", () => {
  const undo = vi.fn();
  render(<ToastHost />);
  act(() => {
    toasts.success("2 answers accepted.", { label: "Undo", run: undo });
  });
  expect(JSON.parse(sessionStorage.getItem("assay.toasts") ?? "")[0].action).toBeUndefined();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("2 answers accepted.")).toBeNull();
});

test("the link of a toast closes it", () => {
  render(<ToastHost />);
  act(() => {
    toasts.success("Message sent ok.", { label: "View RFx", href: "#rfx" });
  });
  const link = screen.getByRole("link", { name: "View RFx" });
  expect(link.getAttribute("href")).toBe("#rfx");
  fireEvent.click(link);
  expect(screen.queryByText("Message sent ok.")).toBeNull();
});
