import type { ComponentType } from "react";

/** A module that is an island: its default export takes the props that the page's Python gives. */
export type IslandModule = { default: ComponentType<never> };

/**
 * The browser's islands, `<feature>/<kebab>` -> module, each loaded when a page has it. One line each, in
 * alphabetical order; the build reads this file too, to find which chunks a page should preload.
 */
export const islands: Record<string, () => Promise<IslandModule>> = {
  "accounts/accept-invite": () => import("../features/accounts/accept-invite"),
  "accounts/confirm-email": () => import("../features/accounts/confirm-email"),
  "accounts/login": () => import("../features/accounts/login"),
  "accounts/password-reset": () => import("../features/accounts/password-reset"),
  "accounts/unsubscribe": () => import("../features/accounts/unsubscribe"),
  "docs/api": () => import("../features/docs/api"),
  "errors/loading": () => import("../features/errors/loading"),
  "errors/maintenance": () => import("../features/errors/maintenance"),
  "errors/not-found": () => import("../features/errors/not-found"),
  "errors/problem": () => import("../features/errors/problem"),
  "errors/unauthorized": () => import("../features/errors/unauthorized"),
  "home/home": () => import("../features/home/home"),
  "messages/list": () => import("../features/messages/list"),
  "messages/thread": () => import("../features/messages/thread"),
  "network/contact": () => import("../features/network/contact"),
  "network/contacts": () => import("../features/network/contacts"),
  "network/invite": () => import("../features/network/invite"),
  "network/organisation": () => import("../features/network/organisation"),
  "network/organisations": () => import("../features/network/organisations"),
  "rfx/detail": () => import("../features/rfx/detail"),
  "rfx/guest": () => import("../features/rfx/guest"),
  "rfx/list": () => import("../features/rfx/list"),
  "shell/overlays": () => import("./shell-overlays"),
  "shell/top-bar": () => import("../features/shell/top-bar"),
  "sysadmin/home": () => import("../features/sysadmin/home"),
  "sysadmin/outbox": () => import("../features/sysadmin/outbox"),
  "sysadmin/outbox-mail": () => import("../features/sysadmin/outbox-mail"),
};
