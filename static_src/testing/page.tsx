import { render } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { type PageContext, PageContextProvider, setBrowserPageContext } from "../lib/browser/page-context";

/** Create the page context of a Super User of Meridian Surgical, on 20 November 2026 at 14:10 UTC. */
export function testContext(changes: Partial<PageContext> = {}): PageContext {
  return {
    productName: "Assay",
    version: "1.0.412",
    accessToken: "token-1",
    expiresIn: 900,
    user: {
      id: 7,
      name: "Rosa Meyer",
      email: "rosa.meyer@meridian.example",
      initials: "RM",
      colour: "teal",
      picUrl: null,
      isAdmin: false,
      type: "USER",
    },
    organisation: { id: 1, name: "Meridian Surgical", isTestOrganisation: false, logoUrl: null },
    permissions: [],
    plusMenu: [],
    settingsMenu: [],
    nav: [],
    live: null,
    path: "/home",
    search: "",
    theme: "system",
    now: "2026-11-20T14:10:00Z",
    monthFirst: false,
    ...changes,
  };
}

/** Set the page context outside React and return it. */
export function usingContext(changes: Partial<PageContext> = {}): PageContext {
  const context = testContext(changes);
  setBrowserPageContext(context);
  return context;
}

/** Return a wrapper with a new page context, for renderHook and render. */
export function pageWrapper(changes: Partial<PageContext> = {}) {
  const context = usingContext(changes);
  return ({ children }: { children: ReactNode }) => (
    <PageContextProvider value={context}>{children}</PageContextProvider>
  );
}

/** Render an element with a page context. */
export function renderOnPage(element: ReactElement, changes: Partial<PageContext> = {}) {
  return render(element, { wrapper: pageWrapper(changes) });
}
