import { createContext, type ReactNode, useContext } from "react";
import type { ApiResponse } from "../../api/types";

/** One entry of a top-bar menu: a link, or a browser event that opens a modal. */
export type MenuEntry = { label: string; href?: string; event?: string; icon: string };

export type NavEntry = {
  href: string;
  label: string;
  icon: string;
  active: boolean;
  count?: number;
  counted?: string;
};

/** What is new for the viewer, with the latest events of the own organisation, the newest first. */
export type LiveState = ApiResponse<"Updates">;

export type Theme = "light" | "dark" | "system";

/** What every page tells its islands; the server writes it into the script #page-context. */
export type PageContext = {
  productName: string;
  version: string;
  accessToken: string | null;
  /** Seconds for which the access token is good, from the moment that the page was made. */
  expiresIn: number | null;
  user: {
    id: number;
    name: string;
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
  /** What is new, as GET /api/updates gives it; null where nobody is signed in. */
  live: LiveState | null;
  path: string;
  /** The request's query, without the question mark. */
  search: string;
  theme: Theme;
  /** The server's time when the page was made, ISO 8601, so that "today" is the same on both sides. */
  now: string;
  /** Whether the reader's language writes Nov 24, 2026 rather than 24 Nov 2026. */
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

/** Whether the viewer's role has a permission; guests and signed-out readers have none. */
export function usePermission(permission: string): boolean {
  return usePageContext().permissions.includes(permission);
}

let current: PageContext | null = null;

/** The page's context outside React, in the browser only; read once. */
export function browserPageContext(): PageContext {
  if (!current) {
    const script = document.getElementById("page-context");
    if (!script?.textContent) throw new Error("The page has no #page-context");
    current = JSON.parse(script.textContent) as PageContext;
  }
  return current;
}

/** Let a test, or a page after signing in, use another context. */
export function setBrowserPageContext(context: PageContext): void {
  current = context;
}
