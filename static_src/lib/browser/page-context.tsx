import { createContext, type ReactNode, useContext } from "react";
import type { ApiResponse } from "../../api/types";

/** One entry of a top-bar menu: a link, or a browser event that opens a modal. */
export type MenuEntry = {
  label: string;
  href?: string;
  event?: string;
  detail?: Record<string, string>;
  icon: string;
  /** A divider separates the entry from those above it. */
  divided?: boolean;
};

type NavEntry = {
  href: string;
  label: string;
  icon: string;
  active: boolean;
  count?: number;
  counted?: string;
};

/** Unread counts of the viewer, with the latest events of the viewer's organisation, newest first. */
export type LiveState = ApiResponse<"Updates">;

export type Theme = "light" | "dark" | "system";

/** The context that all islands of a page share; the server writes it into the script #page-context. */
export type PageContext = {
  productName: string;
  version: string;
  accessToken: string | null;
  /** Seconds from the creation of the page until the access token expires. */
  expiresIn: number | null;
  user: {
    id: number;
    name: string;
    email: string;
    initials: string;
    colour: string;
    picUrl: string | null;
    isAdmin: boolean;
    type: string;
  } | null;
  organisation: { id: number; name: string; isTestOrganisation: boolean; logoUrl: string | null } | null;
  permissions: string[];
  plusMenu: MenuEntry[];
  settingsMenu: MenuEntry[];
  nav: NavEntry[];
  /** The response of GET /api/updates; null without a signed-in user. */
  live: LiveState | null;
  path: string;
  /** The query string of the request, without the question mark. */
  search: string;
  theme: Theme;
  /** The server's time when it rendered the page, ISO 8601, so that "today" is the same on server and browser. */
  now: string;
  /** True if the user's language writes Nov 24, 2026 rather than 24 Nov 2026. */
  monthFirst: boolean;
};

const Context = createContext<PageContext | null>(null);

export function PageContextProvider({ value, children }: { value: PageContext; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function usePageContext(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error("usePageContext needs a PageContextProvider above it");
  return context;
}

/** Return true if the viewer's role has a permission. Guests and signed-out users have none. */
export function usePermission(permission: string): boolean {
  return usePageContext().permissions.includes(permission);
}

let current: PageContext | null = null;

/** Return the page context outside React, in the browser only. It is parsed once. */
export function browserPageContext(): PageContext {
  if (!current) {
    const script = document.getElementById("page-context");
    if (!script?.textContent) throw new Error("The page has no #page-context");
    current = JSON.parse(script.textContent) as PageContext;
  }
  return current;
}

/** Replace the page context, in tests and after signing in. */
export function setBrowserPageContext(context: PageContext): void {
  current = context;
}
