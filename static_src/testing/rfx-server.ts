import type { FormDocument } from "../domain/questionnaire/rules/types";
import { walkForms } from "../domain/questionnaire/rules/walk";
import type { RfxStatus, StatusInfo } from "../domain/rfx/rfx";
import type { Rfx } from "../features/rfx/types";
import { answerCalls, type Call } from "./server";

const statusInfos: Record<RfxStatus, StatusInfo> = {
  NEW: { label: "New", icon: "new", style: "none" },
  PENDING: { label: "Pending", icon: "pending", style: "wait" },
  INPROGRESS: { label: "In Progress", icon: "in-progress", style: "info" },
  COMPLETED: { label: "Completed", icon: "completed", style: "ok" },
  DECLINED: { label: "Declined", icon: "declined", style: "bad" },
  EXPIRED: { label: "Expired", icon: "expired", style: "bad" },
};

const open: ReadonlySet<RfxStatus> = new Set(["NEW", "PENDING", "INPROGRESS"]);

type Role = "REQUESTER" | "RESPONDENT" | "GUEST" | "DELEGATE";
type Asked = { id: number; fieldKey: string; text: string; isOpen?: boolean };
type Options = {
  forms: readonly FormDocument[];
  values?: Record<string, unknown>;
  status?: RfxStatus;
  role?: Role;
  tasks?: readonly Asked[];
  /** The tasks that scoring rules create on submission. */
  raised?: readonly Asked[];
  deadline?: string | null;
  moved?: Rfx["moved"];
  carried?: Rfx["carried"];
};

const end = (id: number, name: string, isGuest = false) => ({ id, name, safeName: name, isGuest });
const when = "2026-11-20T14:02:00Z";

/** A fake server with one RFx: the props of its page, the responses to its requests, and the recorded requests. */
export class RfxServer {
  readonly calls: Call[];
  status: RfxStatus;
  values: Record<string, { value: unknown; iteration: number; by: string; accepted?: string }> = {};
  /** Responses that replace the default ones, by "METHOD /path". */
  answers: Record<string, { status: number; body?: unknown }> = {};
  /** True: only GET requests get a response. */
  offline = false;
  private readonly options: Options;
  private readonly changed = new Set<string>();

  constructor(options: Options) {
    this.options = options;
    this.status = options.status ?? "INPROGRESS";
    for (const [key, value] of Object.entries(options.values ?? {})) this.write(key, value, "Jana Bergmann");
    this.calls = answerCalls((call) => this.answer(call));
  }

  write(key: string, value: unknown, by: string): void {
    this.values[key] = { value, iteration: (this.values[key]?.iteration ?? 0) + 1, by };
  }

  /** The recorded requests except GET, as "METHOD /path". */
  get moves(): string[] {
    return this.calls
      .filter(({ method }) => method !== "GET")
      .map(({ method, url }) => `${method} ${url.pathname}`);
  }

  /** The prop `rfx` of the page. */
  get rfx() {
    const { forms, role = "RESPONDENT", deadline = null } = this.options;
    const guest = role === "GUEST";
    return {
      id: 41,
      ref: 41,
      type: "RFI",
      typeLabel: "RFI",
      title: "Supplier qualification 2027",
      bundleName: null,
      created: "2026-11-03T09:00:00Z",
      sentDate: "2026-11-03T09:00:00Z",
      reminderSentDate: null,
      ignored: false,
      assessment: role === "REQUESTER" ? { id: 3, title: "Qualification 2027" } : null,
      about: null,
      relationship: {
        id: 12,
        organisation: end(1, "Meridian Surgical"),
        withOrganisation: guest ? end(2, "Jo Park", true) : end(9, "Bergmann"),
      },
      thread: guest ? null : { id: 7, subject: "Qualification", createdBy: { id: 3, name: "Anna Keller" } },
      createdBy: { id: 3, name: "Anna Keller" },
      viewerRole: role,
      docForms: forms.map((doc, index) => ({
        id: 5 + index,
        title: `Form ${index + 1}`,
        type: "RFI",
        revision: 0,
        doc,
      })),
      ...this.state,
      deadline,
    };
  }

  private get state() {
    const { role = "RESPONDENT", forms } = this.options;
    const { tasks = [], raised = [] } = this.options;
    const asked = this.status === "COMPLETED" ? [...tasks, ...raised] : tasks;
    const answers = open.has(this.status) && role !== "REQUESTER";
    const fields = walkForms(forms.map((doc, index) => [5 + index, doc] as const));
    const mine = (writableBy: string) => writableBy !== "REQUESTER";
    return {
      status: this.status,
      statusInfo: statusInfos[this.status],
      deadline: null,
      closed: null,
      declineReason: null,
      withdrawnReason: null,
      moved: this.options.moved ?? null,
      carried: this.options.carried ?? null,
      isAwarded: null,
      requestId: null,
      requestTitle: null,
      isSealed: false,
      attachments: [],
      tasks: asked.map(({ id, fieldKey, text, isOpen = true }) => ({
        id,
        type: "FOLLOW_UP" as const,
        status: !isOpen
          ? ("CLOSED" as const)
          : this.changed.has(fieldKey)
            ? ("ANSWERED" as const)
            : ("OPEN" as const),
        isOpen,
        title: text,
        formValue: { name: fieldKey },
        fieldKey,
        docFormId: null,
        descriptionHtml: `<p>${text}</p>`,
        due: null,
        created: "2026-11-19T09:00:00Z",
        closed: isOpen ? null : when,
        messageThread: null,
        assignedBy: null,
        assignedToUser: null,
        assignedToOrganisation: { id: 9, name: "Bergmann" },
      })),
      rwMap: Object.fromEntries(fields.map(({ key, field }) => [key, answers && mine(field.writableBy)])),
      actions: {
        answer: answers,
        sign: answers,
        submit: answers,
        decline: answers,
        reopen: role === "REQUESTER" && ["COMPLETED", "DECLINED"].includes(this.status),
        remind: role === "REQUESTER" && open.has(this.status),
        changeDeadline: role === "REQUESTER" && open.has(this.status),
        withdraw: role === "REQUESTER" && open.has(this.status),
        download: true,
        seeScoring: false,
        seeMessages: role !== "GUEST",
        review: role === "REQUESTER",
        reply: role !== "GUEST",
        reuse: answers && role === "RESPONDENT",
        repeat: role === "REQUESTER",
      },
      latestValuesFvc: {
        completion: this.completion,
        saveCount: this.saveCount,
        outdatedSignatures: [],
        values: Object.fromEntries(
          Object.entries(this.values).map(([name, { value, iteration, by, accepted }]) => [
            name,
            {
              ...(accepted && { accepted }),
              id: 1,
              name,
              value,
              iteration,
              type: "TEXT",
              change: "CHANGED" as const,
              updated: when,
              question: null,
              by: { id: 14, name: by },
              organisation: { id: 9, name: "Bergmann" },
            },
          ]),
        ),
        responses: [
          {
            organisation: {
              ...(role === "GUEST" ? end(2, "Jo Park", true) : end(9, "Bergmann")),
              logoUrl: null,
            },
            status: this.status === "COMPLETED" ? ("SUBMITTED" as const) : ("INPROGRESS" as const),
            updated: when,
            createdBy: null,
            submitted: null,
            submittedBy: null,
            completion: { percent: 50, answered: 1, total: 2 },
          },
        ],
      },
    };
  }

  get saveCount(): number {
    return Object.values(this.values).reduce((sum, { iteration }) => sum + iteration, 0);
  }

  private get completion() {
    const whole = { percent: 50, answered: 1, total: 2, valid: false, faultCount: 1 };
    return { ...whole, byForm: Object.fromEntries(this.options.forms.map((_, at) => [5 + at, whole])) };
  }

  private answer(call: Call): { status?: number; body?: unknown } {
    const { method, url, body } = call;
    if (this.offline && method !== "GET") throw new TypeError("Failed to fetch");
    const override = this.answers[`${method} ${url.pathname}`];
    if (override) return override;
    switch (`${method} ${url.pathname.replace("/api/rfx/41", "")}`) {
      case "PUT /value":
        return { body: this.save((body as { values: Parameters<RfxServer["save"]>[0] }).values) };
      case "POST /confirmation":
        return { body: this.confirm((body as { keys: string[] }).keys) };
      case "PUT /acceptance":
        return this.accept(body as { answers: { field: string }[]; accepted: boolean });
      case "POST /opened":
        return this.move(this.status === "NEW" ? "PENDING" : this.status);
      case "POST /submission":
        return this.move("COMPLETED");
      case "POST /decline":
        return this.move("DECLINED", (body as { reason: string }).reason);
      case "POST /reopen":
        return this.move("INPROGRESS");
      case "GET /round":
        return { body: { rounds: [] } };
      case "GET /value":
        return { body: this.state };
      case "POST /api/session/guest":
        return { body: { accessToken: "guest-token", expiresIn: 900 } };
      default:
        return { body: {} };
    }
  }

  private confirm(keys: readonly string[]) {
    const offers = this.options.carried?.offers ?? {};
    const isRefused = (key: string) => !(key in offers) || key in this.values;
    const refused = keys
      .filter(isRefused)
      .map((key) => [key, "This question was answered meanwhile. Nothing was changed."]);
    const confirmed = keys.filter((key) => !isRefused(key));
    const values = confirmed.map((key) => [key, { value: offers[key]?.value, baseIteration: 0 }]);
    return { ...this.save(Object.fromEntries(values)), refused: Object.fromEntries(refused) };
  }

  private accept({ answers, accepted }: { answers: { field: string }[]; accepted: boolean }) {
    for (const { field } of answers) {
      const { accepted: _, ...value } = this.values[field] ?? { value: null, iteration: 1, by: "" };
      this.values[field] = accepted ? { ...value, accepted: when } : value;
    }
    return { body: this.state };
  }

  private move(status: RfxStatus, declineReason: string | null = null): { body: unknown } {
    this.status = status;
    return { body: { ...this.state, declineReason } };
  }

  private save(values: Record<string, { value: unknown; baseIteration: number }>) {
    if (open.has(this.status)) this.status = "INPROGRESS";
    const baseSaveCount = this.saveCount;
    const saved: Record<string, unknown> = {};
    const conflicts: Record<string, unknown> = {};
    const refused: Record<string, string> = {};
    for (const [key, { value, baseIteration }] of Object.entries(values)) {
      const now = this.values[key];
      if (!(key in this.state.rwMap)) refused[key] = "This question is no longer asked.";
      else if (now && now.iteration !== baseIteration) {
        conflicts[key] = { value: now.value, iteration: now.iteration, name: now.by, updated: when };
      } else {
        this.changed.add(key);
        this.write(key, value, "Jana Bergmann");
        saved[key] = { iteration: this.values[key]?.iteration, updated: when };
      }
    }
    const { status } = this;
    return {
      saved,
      conflicts,
      refused,
      baseSaveCount,
      saveCount: this.saveCount,
      completion: this.completion,
      outdatedSignatures: [],
      status,
      statusInfo: statusInfos[status],
    };
  }
}
