import type { ComponentType } from "react";
import AccountsAcceptInvite from "../features/accounts/accept-invite";
import AccountsCompanySignIn from "../features/accounts/company-sign-in";
import AccountsConfirmEmail from "../features/accounts/confirm-email";
import AccountsLinkCode from "../features/accounts/link-code";
import AccountsLogin from "../features/accounts/login";
import AccountsPasswordReset from "../features/accounts/password-reset";
import AccountsSecondFactor from "../features/accounts/second-factor";
import AccountsUnsubscribe from "../features/accounts/unsubscribe";
import AssessmentsDetail from "../features/assessments/detail";
import AssessmentsList from "../features/assessments/list";
import AuditList from "../features/audit/list";
import BulkJob from "../features/bulk/job";
import CorrectiveActionGuest from "../features/corrective-action/guest";
import CorrectiveActionPage from "../features/corrective-action/page";
import DataExportExports from "../features/data-export/exports";
import DocsApi from "../features/docs/api";
import DocsEvents from "../features/docs/events";
import DocumentsGuest from "../features/documents/guest/guest-documents";
import DocumentsMatrix from "../features/documents/matrix/matrix";
import DocumentsShelf from "../features/documents/shelf/shelf";
import DocumentsSupplier from "../features/documents/supplier/supplier-documents";
import DocumentsTypes from "../features/documents/types/document-types";
import DuplicatesList from "../features/duplicates/list";
import ErrorsLinkGone from "../features/errors/link-gone";
import ErrorsLoading from "../features/errors/loading";
import ErrorsMaintenance from "../features/errors/maintenance";
import ErrorsNotFound from "../features/errors/not-found";
import ErrorsProblem from "../features/errors/problem";
import ErrorsUnauthorized from "../features/errors/unauthorized";
import FormImportsImport from "../features/form-imports/import";
import FormImportsNew from "../features/form-imports/new";
import FormsEditor from "../features/forms/editor/editor";
import FormsQuestions from "../features/forms/library/questions";
import FormsList from "../features/forms/list/list";
import GalleryGallery from "../features/gallery/gallery";
import HomeDue from "../features/home/due/due";
import HomeHome from "../features/home/home";
import ImportsImport from "../features/imports/import";
import ImportsNew from "../features/imports/new";
import IntegrationsKeys from "../features/integrations/keys";
import MessagesList from "../features/messages/list";
import MessagesThread from "../features/messages/thread";
import NcrCodes from "../features/ncr/codes/defect-codes";
import NcrFigures from "../features/ncr/figures/figures";
import NcrList from "../features/ncr/list";
import NetworkContact from "../features/network/contacts/contact";
import NetworkContacts from "../features/network/contacts/contacts";
import NetworkOrganisations from "../features/network/directory/organisations";
import NetworkInvite from "../features/network/invite/invite";
import NetworkInviteSeveral from "../features/network/invite/invite-several";
import NetworkOrganisation from "../features/network/organisation/organisation";
import SetupOrganisation from "../features/network/profile/organisation";
import SetupRoles from "../features/network/profile/roles";
import SetupSecurity from "../features/network/profile/security";
import RequestsDetail from "../features/requests/detail/request";
import RequestsGuestEvaluation from "../features/requests/evaluation/guest-evaluation";
import RequestsList from "../features/requests/list/list";
import RfxDetail from "../features/rfx/detail/detail";
import RfxGuest from "../features/rfx/guest/guest";
import RfxList from "../features/rfx/list/list";
import RfxPart from "../features/rfx/parts/part";
import SchedulesList from "../features/schedules/list";
import ShellTopBar from "../features/shell/top-bar";
import SysadminEmails from "../features/sysadmin/emails";
import SysadminHome from "../features/sysadmin/home";
import SysadminJobs from "../features/sysadmin/jobs";
import SysadminOrganisations from "../features/sysadmin/organisations";
import SysadminOutbox from "../features/sysadmin/outbox";
import SysadminOutboxMail from "../features/sysadmin/outbox-mail";
import SysadminUsers from "../features/sysadmin/users";
import WebhooksDeliveries from "../features/webhooks/deliveries";
import WebhooksList from "../features/webhooks/list";
import ShellOverlays from "./shell-overlays";

/** The module of an island: its default export takes the props of `render_page`. */
export type IslandModule = { default: ComponentType<never> };

/**
 * All islands, `<feature>/<kebab>` -> component, in alphabetical order. The server renders from this list. The build
 * reads it as text and makes a browser module of each imported file (build/graph.mjs), so an entry must stay on one line.
 */
export const islands: Record<string, ComponentType<never>> = {
  "accounts/accept-invite": AccountsAcceptInvite,
  "accounts/company-sign-in": AccountsCompanySignIn,
  "accounts/confirm-email": AccountsConfirmEmail,
  "accounts/link-code": AccountsLinkCode,
  "accounts/login": AccountsLogin,
  "accounts/password-reset": AccountsPasswordReset,
  "accounts/second-factor": AccountsSecondFactor,
  "accounts/unsubscribe": AccountsUnsubscribe,
  "assessments/detail": AssessmentsDetail,
  "assessments/list": AssessmentsList,
  "audit/list": AuditList,
  "bulk/job": BulkJob,
  "corrective-action/guest": CorrectiveActionGuest,
  "corrective-action/page": CorrectiveActionPage,
  "data-export/exports": DataExportExports,
  "docs/api": DocsApi,
  "docs/events": DocsEvents,
  "documents/guest": DocumentsGuest,
  "documents/matrix": DocumentsMatrix,
  "documents/shelf": DocumentsShelf,
  "documents/supplier": DocumentsSupplier,
  "documents/types": DocumentsTypes,
  "duplicates/list": DuplicatesList,
  "errors/link-gone": ErrorsLinkGone,
  "errors/loading": ErrorsLoading,
  "errors/maintenance": ErrorsMaintenance,
  "errors/not-found": ErrorsNotFound,
  "errors/problem": ErrorsProblem,
  "errors/unauthorized": ErrorsUnauthorized,
  "form-imports/import": FormImportsImport,
  "form-imports/new": FormImportsNew,
  "forms/editor": FormsEditor,
  "forms/list": FormsList,
  "forms/questions": FormsQuestions,
  "gallery/gallery": GalleryGallery,
  "home/due": HomeDue,
  "home/home": HomeHome,
  "imports/import": ImportsImport,
  "imports/new": ImportsNew,
  "integrations/keys": IntegrationsKeys,
  "messages/list": MessagesList,
  "messages/thread": MessagesThread,
  "ncr/codes": NcrCodes,
  "ncr/figures": NcrFigures,
  "ncr/list": NcrList,
  "network/contact": NetworkContact,
  "network/contacts": NetworkContacts,
  "network/invite": NetworkInvite,
  "network/invite-several": NetworkInviteSeveral,
  "network/organisation": NetworkOrganisation,
  "network/organisations": NetworkOrganisations,
  "requests/detail": RequestsDetail,
  "requests/guest-evaluation": RequestsGuestEvaluation,
  "requests/list": RequestsList,
  "rfx/detail": RfxDetail,
  "rfx/guest": RfxGuest,
  "rfx/list": RfxList,
  "rfx/part": RfxPart,
  "schedules/list": SchedulesList,
  "setup/organisation": SetupOrganisation,
  "setup/roles": SetupRoles,
  "setup/security": SetupSecurity,
  "shell/overlays": ShellOverlays,
  "shell/top-bar": ShellTopBar,
  "sysadmin/emails": SysadminEmails,
  "sysadmin/home": SysadminHome,
  "sysadmin/jobs": SysadminJobs,
  "sysadmin/organisations": SysadminOrganisations,
  "sysadmin/outbox": SysadminOutbox,
  "sysadmin/outbox-mail": SysadminOutboxMail,
  "sysadmin/users": SysadminUsers,
  "webhooks/deliveries": WebhooksDeliveries,
  "webhooks/list": WebhooksList,
};
