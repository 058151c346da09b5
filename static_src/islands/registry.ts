import type { ComponentType } from "react";

/** A module that is an island: its default export takes the props that the page's Python gives. */
export type IslandModule = { default: ComponentType<never> };

/**
 * The browser's islands, `<feature>/<kebab>` -> module. One line each, in alphabetical order. The build reads this file
 * and makes a module of each, whose address the page gives to mount.js.
 */
export const islands: Record<string, () => Promise<IslandModule>> = {
  "accounts/accept-invite": () => import("../features/accounts/accept-invite"),
  "accounts/confirm-email": () => import("../features/accounts/confirm-email"),
  "accounts/login": () => import("../features/accounts/login"),
  "accounts/password-reset": () => import("../features/accounts/password-reset"),
  "accounts/unsubscribe": () => import("../features/accounts/unsubscribe"),
  "assessments/detail": () => import("../features/assessments/detail"),
  "assessments/list": () => import("../features/assessments/list"),
  "docs/api": () => import("../features/docs/api"),
  "errors/loading": () => import("../features/errors/loading"),
  "errors/maintenance": () => import("../features/errors/maintenance"),
  "errors/not-found": () => import("../features/errors/not-found"),
  "errors/problem": () => import("../features/errors/problem"),
  "errors/unauthorized": () => import("../features/errors/unauthorized"),
  "forms/editor": () => import("../features/forms/editor/editor"),
  "forms/list": () => import("../features/forms/list/list"),
  "forms/questions": () => import("../features/forms/library/questions"),
  "home/home": () => import("../features/home/home"),
  "messages/list": () => import("../features/messages/list"),
  "messages/thread": () => import("../features/messages/thread"),
  "ncr/list": () => import("../features/ncr/list"),
  "network/contact": () => import("../features/network/contacts/contact"),
  "network/contacts": () => import("../features/network/contacts/contacts"),
  "network/invite": () => import("../features/network/invite/invite"),
  "network/organisation": () => import("../features/network/organisation/organisation"),
  "network/organisations": () => import("../features/network/directory/organisations"),
  "rfx/detail": () => import("../features/rfx/detail/detail"),
  "rfx/guest": () => import("../features/rfx/guest/guest"),
  "rfx/list": () => import("../features/rfx/list/list"),
  "setup/organisation": () => import("../features/network/profile/organisation"),
  "setup/roles": () => import("../features/network/profile/roles"),
  "shell/overlays": () => import("./shell-overlays"),
  "shell/top-bar": () => import("../features/shell/top-bar"),
  "sysadmin/emails": () => import("../features/sysadmin/emails"),
  "sysadmin/home": () => import("../features/sysadmin/home"),
  "sysadmin/jobs": () => import("../features/sysadmin/jobs"),
  "sysadmin/organisations": () => import("../features/sysadmin/organisations"),
  "sysadmin/outbox": () => import("../features/sysadmin/outbox"),
  "sysadmin/outbox-mail": () => import("../features/sysadmin/outbox-mail"),
  "sysadmin/users": () => import("../features/sysadmin/users"),
};
