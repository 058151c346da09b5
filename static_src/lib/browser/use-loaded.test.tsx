import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { toasts, useToasts } from "../toasts";
import { useLoaded } from "./use-loaded";

let online = false;
const load = async () => {
  if (!online) throw new TypeError("Failed to fetch dynamically imported module");
  return { text: "The scores" };
};

function Tab() {
  const module = useLoaded(load);
  return (
    <>
      <p>{module?.text}</p>
      {useToasts().map(({ id, text }) => (
        <output key={id}>{text}</output>
      ))}
    </>
  );
}

test("a failed import shows a toast and is retried when the connection returns", async () => {
  toasts.clear();
  render(<Tab />);
  expect(await screen.findByText("There is no connection to the server. Please try again.")).toBeTruthy();
  online = true;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.getByText("The scores")).toBeTruthy());
});

test("an import that fails on the server is retried automatically, with one toast", async () => {
  toasts.clear();
  online = false;
  vi.useFakeTimers();
  try {
    render(<Tab />);
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(screen.getAllByText("There is no connection to the server. Please try again.")).toHaveLength(1);
    online = true;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText("The scores")).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
