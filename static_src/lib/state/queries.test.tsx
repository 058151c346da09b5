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

test("what one island has fetched is there for the others of its page, and for no other page", async () => {
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

test("what was asked for without a connection is fetched once there is one", async () => {
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
