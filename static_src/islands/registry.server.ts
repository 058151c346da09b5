import type { ComponentType } from "react";
import AccountsAcceptInvite from "../features/accounts/accept-invite";
import AccountsConfirmEmail from "../features/accounts/confirm-email";
import AccountsLogin from "../features/accounts/login";
import AccountsPasswordReset from "../features/accounts/password-reset";
import AccountsUnsubscribe from "../features/accounts/unsubscribe";
import DocsApi from "../features/docs/api";
import ErrorsLoading from "../features/errors/loading";
import ErrorsMaintenance from "../features/errors/maintenance";
import ErrorsNotFound from "../features/errors/not-found";
import ErrorsProblem from "../features/errors/problem";
import ErrorsUnauthorized from "../features/errors/unauthorized";
import HomeHome from "../features/home/home";
import MessagesList from "../features/messages/list";
import MessagesThread from "../features/messages/thread";
import NetworkContact from "../features/network/contact";
import NetworkContacts from "../features/network/contacts";
import NetworkInvite from "../features/network/invite";
import NetworkOrganisation from "../features/network/organisation";
import NetworkOrganisations from "../features/network/organisations";
import RfxDetail from "../features/rfx/detail";
import RfxGuest from "../features/rfx/guest";
import RfxList from "../features/rfx/list";
import ShellTopBar from "../features/shell/top-bar";
import SysadminHome from "../features/sysadmin/home";
import SysadminOutbox from "../features/sysadmin/outbox";
import SysadminOutboxMail from "../features/sysadmin/outbox-mail";
import ShellOverlays from "./shell-overlays";

/** The islands that the server renders: the same as the browser's, one line each. */
export const serverIslands: Record<string, ComponentType<never>> = {
  "accounts/accept-invite": AccountsAcceptInvite,
  "accounts/confirm-email": AccountsConfirmEmail,
  "accounts/login": AccountsLogin,
  "accounts/password-reset": AccountsPasswordReset,
  "accounts/unsubscribe": AccountsUnsubscribe,
  "docs/api": DocsApi,
  "errors/loading": ErrorsLoading,
  "errors/maintenance": ErrorsMaintenance,
  "errors/not-found": ErrorsNotFound,
  "errors/problem": ErrorsProblem,
  "errors/unauthorized": ErrorsUnauthorized,
  "home/home": HomeHome,
  "messages/list": MessagesList,
  "messages/thread": MessagesThread,
  "network/contact": NetworkContact,
  "network/contacts": NetworkContacts,
  "network/invite": NetworkInvite,
  "network/organisation": NetworkOrganisation,
  "network/organisations": NetworkOrganisations,
  "rfx/detail": RfxDetail,
  "rfx/guest": RfxGuest,
  "rfx/list": RfxList,
  "shell/overlays": ShellOverlays,
  "shell/top-bar": ShellTopBar,
  "sysadmin/home": SysadminHome,
  "sysadmin/outbox": SysadminOutbox,
  "sysadmin/outbox-mail": SysadminOutboxMail,
};
