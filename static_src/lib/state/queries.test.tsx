import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { usingContext } from "../../testing/page";
import { PageContextProvider } from "../browser/page-context";
import { useQuery } from "./queries";

let asked = 0;

function Island() {
  const { data } = useQuery({ queryKey: ["count"], queryFn: async () => ++asked });
  return <output>{data ?? "nothing yet"}</output>;
}

afterEach(() => {
  onlineManager.setOnline(true);
  asked = 0;
});

test("islands of a page share responses, other pages do not", async () => {
  const page = usingContext();
  const onPage = {
    wrapper: ({ children }: { children: React.ReactNode }) => (
      <PageContextProvider value={page}>{children}</PageContextProvider>
    ),
  };
  render(<Island />, onPage);
  expect(await screen.findByText("1")).toBeTruthy();
  render(<Island />, onPage);
  expect(screen.getAllByText("1")).toHaveLength(2);
  cleanup();

  render(
    <PageContextProvider value={usingContext()}>
      <Island />
    </PageContextProvider>,
  );
  expect(await screen.findByText("2")).toBeTruthy();
});

test("a request without a connection is sent when the connection returns", async () => {
  onlineManager.setOnline(false);
  render(
    <PageContextProvider value={usingContext()}>
      <Island />
    </PageContextProvider>,
  );
  expect(screen.getByText("nothing yet")).toBeTruthy();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText("1")).toBeTruthy();
});
