import type { ComponentType } from "react";
import AccountsAcceptInvite from "../features/accounts/accept-invite";
import AccountsConfirmEmail from "../features/accounts/confirm-email";
import AccountsLogin from "../features/accounts/login";
import AccountsPasswordReset from "../features/accounts/password-reset";
import AccountsUnsubscribe from "../features/accounts/unsubscribe";
import AssessmentsDetail from "../features/assessments/detail";
import AssessmentsList from "../features/assessments/list";
import BulkJob from "../features/bulk/job";
import DocsApi from "../features/docs/api";
import DocumentsMatrix from "../features/documents/matrix/matrix";
import DocumentsShelf from "../features/documents/shelf/shelf";
import DocumentsSupplier from "../features/documents/supplier/supplier-documents";
import DocumentsTypes from "../features/documents/types/document-types";
import ErrorsLinkGone from "../features/errors/link-gone";
import ErrorsLoading from "../features/errors/loading";
import ErrorsMaintenance from "../features/errors/maintenance";
import ErrorsNotFound from "../features/errors/not-found";
import ErrorsProblem from "../features/errors/problem";
import ErrorsUnauthorized from "../features/errors/unauthorized";
import FormsEditor from "../features/forms/editor/editor";
import FormsQuestions from "../features/forms/library/questions";
import FormsList from "../features/forms/list/list";
import GalleryGallery from "../features/gallery/gallery";
import HomeDue from "../features/home/due/due";
import HomeHome from "../features/home/home";
import MessagesList from "../features/messages/list";
import MessagesThread from "../features/messages/thread";
import NcrList from "../features/ncr/list";
import NetworkContact from "../features/network/contacts/contact";
import NetworkContacts from "../features/network/contacts/contacts";
import NetworkOrganisations from "../features/network/directory/organisations";
import NetworkInvite from "../features/network/invite/invite";
import NetworkOrganisation from "../features/network/organisation/organisation";
import SetupOrganisation from "../features/network/profile/organisation";
import SetupRoles from "../features/network/profile/roles";
import RequestsDetail from "../features/requests/detail/request";
import RequestsGuestEvaluation from "../features/requests/evaluation/guest-evaluation";
import RequestsList from "../features/requests/list/list";
import RfxDetail from "../features/rfx/detail/detail";
import RfxGuest from "../features/rfx/guest/guest";
import RfxList from "../features/rfx/list/list";
import RfxPart from "../features/rfx/parts/part";
import ShellTopBar from "../features/shell/top-bar";
import SysadminEmails from "../features/sysadmin/emails";
import SysadminHome from "../features/sysadmin/home";
import SysadminJobs from "../features/sysadmin/jobs";
import SysadminOrganisations from "../features/sysadmin/organisations";
import SysadminOutbox from "../features/sysadmin/outbox";
import SysadminOutboxMail from "../features/sysadmin/outbox-mail";
import SysadminUsers from "../features/sysadmin/users";
import ShellOverlays from "./shell-overlays";

/** The module of an island: its default export takes the props of `render_page`. */
export type IslandModule = { default: ComponentType<never> };

/**
 * All islands, `<feature>/<kebab>` -> component, in alphabetical order. The server renders from this list. The build
 * reads it as text and makes a browser module of each imported file (build/graph.mjs), so an entry must stay on one line.
 */
export const islands: Record<string, ComponentType<never>> = {
  "accounts/accept-invite": AccountsAcceptInvite,
  "accounts/confirm-email": AccountsConfirmEmail,
  "accounts/login": AccountsLogin,
  "accounts/password-reset": AccountsPasswordReset,
  "accounts/unsubscribe": AccountsUnsubscribe,
  "assessments/detail": AssessmentsDetail,
  "assessments/list": AssessmentsList,
  "bulk/job": BulkJob,
  "docs/api": DocsApi,
  "documents/matrix": DocumentsMatrix,
  "documents/shelf": DocumentsShelf,
  "documents/supplier": DocumentsSupplier,
  "documents/types": DocumentsTypes,
  "errors/link-gone": ErrorsLinkGone,
  "errors/loading": ErrorsLoading,
  "errors/maintenance": ErrorsMaintenance,
  "errors/not-found": ErrorsNotFound,
  "errors/problem": ErrorsProblem,
  "errors/unauthorized": ErrorsUnauthorized,
  "forms/editor": FormsEditor,
  "forms/list": FormsList,
  "forms/questions": FormsQuestions,
  "gallery/gallery": GalleryGallery,
  "home/due": HomeDue,
  "home/home": HomeHome,
  "messages/list": MessagesList,
  "messages/thread": MessagesThread,
  "ncr/list": NcrList,
  "network/contact": NetworkContact,
  "network/contacts": NetworkContacts,
  "network/invite": NetworkInvite,
  "network/organisation": NetworkOrganisation,
  "network/organisations": NetworkOrganisations,
  "requests/detail": RequestsDetail,
  "requests/guest-evaluation": RequestsGuestEvaluation,
  "requests/list": RequestsList,
  "rfx/detail": RfxDetail,
  "rfx/guest": RfxGuest,
  "rfx/list": RfxList,
  "rfx/part": RfxPart,
  "setup/organisation": SetupOrganisation,
  "setup/roles": SetupRoles,
  "shell/overlays": ShellOverlays,
  "shell/top-bar": ShellTopBar,
  "sysadmin/emails": SysadminEmails,
  "sysadmin/home": SysadminHome,
  "sysadmin/jobs": SysadminJobs,
  "sysadmin/organisations": SysadminOrganisations,
  "sysadmin/outbox": SysadminOutbox,
  "sysadmin/outbox-mail": SysadminOutboxMail,
  "sysadmin/users": SysadminUsers,
};
