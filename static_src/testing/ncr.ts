import { screen, within } from "@testing-library/react";
import type { Ncr } from "../features/ncr/types";
import { answerCalls, type Call } from "./server";

export const meridian = { id: 1, name: "Meridian Surgical" };
const bergmann = { id: 9, name: "Bergmann" };
const rosa = {
  id: 7,
  name: "Rosa Meyer",
  initials: "RM",
  colour: "teal",
  picUrl: null,
  jobTitle: null,
  status: "ACTIVE",
};
export const jana = { ...rosa, id: 27, name: "Jana Bergmann" };

/** A new non-conformance by Meridian Surgical about Bergmann, without an answer. */
export function ncr(changes: Partial<Ncr> = {}): Ncr {
  return {
    id: 4,
    title: "Burrs on bore",
    description: "<p>Found at <b>receiving</b>.</p>",
    eventDate: "2024-03-02",
    eventTimestamp: "2024-03-02T00:00:00Z",
    accountName: "Hip stems",
    type: "QUALITY",
    severity: "CRITICAL",
    due: null,
    status: "PENDING",
    statusInfo: { label: "Pending", icon: "pending", style: "wait" },
    supplierRelationship: { id: 3, organisation: meridian, withOrganisation: bergmann },
    isRaiser: true,
    resolutionAsked: null,
    jobTitle: null,
    jobRef: null,
    created: "2024-03-02T09:00:00Z",
    updated: "2024-03-02T09:00:00Z",
    version: 1,
    resolved: null,
    createdBy: rosa,
    reportedByName: null,
    partNumber: null,
    batch: null,
    orderRef: null,
    quantityDelivered: null,
    quantityChecked: null,
    quantityDefective: null,
    defectCode: null,
    recurrence: null,
    internal: { cost: null, currency: null, disposition: null, note: null },
    userTask: {
      id: 5,
      isOpen: true,
      assignedToUser: null,
      assignedToOrganisation: bergmann,
      attachments: [],
      messageThread: { id: null, messages: [], messageCount: 0 },
    },
    correctiveAction: null,
    actions: {
      edit: true,
      progress: true,
      statuses: ["INPROGRESS"],
      askResolution: false,
      askCorrectiveAction: false,
      delete: true,
      restore: false,
    },
    ...changes,
  };
}

/** The possible assignees: users of the own organisation and of the supplier. */
export const people = [
  { ...meridian, users: [{ ...rosa, mayBeAssigned: true }] },
  { ...bergmann, users: [{ ...jana, mayBeAssigned: true }] },
];

/** Two defect codes of the viewer's organisation, an archived one, and one of a customer. */
export const codes = [
  { id: 31, code: "BUR", name: "Burr", archived: false, isUsed: true, isOwn: true },
  { id: 32, code: "SCR", name: "Scratch", archived: false, isUsed: false, isOwn: true },
  { id: 33, code: "OLD", name: "Old defect", archived: true, isUsed: true, isOwn: true },
  { id: 40, code: "X1", name: "Customer's defect", archived: false, isUsed: true, isOwn: false },
];

/** Answer the requests of the dialog; `answer` has precedence. */
export function serve(answer: (call: Call) => unknown = () => undefined): Call[] {
  return answerCalls((call) => {
    const response = answer(call);
    if (response !== undefined) return response as { body: unknown };
    if (call.url.pathname === "/api/ncr/people") return { body: people };
    if (call.url.pathname === "/api/defectCode") return { body: codes };
    if (call.url.pathname === "/api/relationship/supplier")
      return { body: [{ id: 3, level: "Approved", withOrganisation: bergmann }] };
    if (call.url.pathname === "/api/ncr/accountName") return { body: [{ name: "Hip stems" }] };
    return { body: ncr() };
  });
}

/** Return the open dialog. */
export const dialog = async () => within(await screen.findByRole("dialog"));
/** Wait for the dialog's controls, whose module loads on first use. */
export const editing = async () => {
  await screen.findByRole("button", { name: "Save" });
  return dialog();
};
