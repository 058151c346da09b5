import { afterEach, beforeEach, vi } from "vitest";
import { AnswerSaving } from "../domain/saving/answer-saving";
import { localArea, UnsentAnswers } from "../domain/saving/unsent-answers";
import { putValues } from "../features/rfx/saving/save-call";
import type { Conflict, SaveResult, ValueToSave } from "../features/rfx/types";
import { usingContext } from "./page";
import { answerCalls, type Call } from "./server";

/** A fake server that saves answers: values with iterations, refused values, conflicts, and failures of requests. */
export class FakeServer {
  values = new Map<string, { value: unknown; iteration: number; name: string }>();
  history: [string, unknown][] = [];
  failure: number | "lost" | "unreachable" | null = null;
  refusing: Record<string, string> = {};
  /** The HTTP status of token renewals. */
  renewal = 401;
  /** A promise that delays responses. */
  slowness: Promise<unknown> | null = null;
  calls: Call[];

  constructor() {
    this.calls = answerCalls((call) => this.answer(call));
  }

  write(key: string, value: unknown, name: string): void {
    const iteration = (this.values.get(key)?.iteration ?? 0) + 1;
    this.values.set(key, { value, iteration, name });
    this.history.push([key, value]);
  }

  get saves(): Record<string, ValueToSave>[] {
    return this.calls
      .filter(({ method, url }) => method === "PUT" && url.pathname === "/api/rfx/41/value")
      .map(({ body }) => (body as { values: Record<string, ValueToSave> }).values);
  }

  private async answer({ url, body }: Call) {
    if (url.pathname !== "/api/rfx/41/value") return { status: this.renewal };
    await this.slowness;
    if (this.failure === "unreachable") throw new TypeError("Failed to fetch");
    if (typeof this.failure === "number") return { status: this.failure, body: { message: "No." } };
    const answer = this.save((body as { values: Record<string, ValueToSave> }).values);
    if (this.failure === "lost") throw new TypeError("Failed to fetch");
    return answer;
  }

  private save(values: Record<string, ValueToSave>) {
    if (Object.values(values).some(({ value }) => value === "poison")) {
      return { status: 422, body: { errors: ["This cannot be read."] } };
    }
    const saved: Record<string, { iteration: number; updated: string }> = {};
    const conflicts: Record<string, Conflict> = {};
    const refused: Record<string, string> = {};
    for (const [key, { value, baseIteration }] of Object.entries(values)) {
      const now = this.values.get(key);
      if (this.refusing[key]) refused[key] = this.refusing[key];
      else if (now && now.iteration !== baseIteration && now.value !== value) {
        conflicts[key] = { ...now, updated: "2026-11-20T14:02:00Z" };
      } else {
        if (now?.value !== value) this.write(key, value, "Jana Bergmann");
        saved[key] = { iteration: this.values.get(key)?.iteration ?? 0, updated: "2026-11-20T14:02:00Z" };
      }
    }
    return { body: { saved, conflicts, refused, completion: {}, outdatedSignatures: [] } };
  }
}

export type Tab = {
  saving: AnswerSaving;
  shown: Map<string, unknown>;
  saves: SaveResult[];
  close: () => void;
};

const open: Tab[] = [];

/** Open the page of the RFx with the server's current values. */
export async function openTab(server: FakeServer, scope = "user-7.rfx-41", area = localArea): Promise<Tab> {
  const shown = new Map([...server.values].map(([key, { value }]) => [key, value]));
  const saves: SaveResult[] = [];
  const saving = new AnswerSaving({
    scope,
    iterations: Object.fromEntries([...server.values].map(([key, { iteration }]) => [key, iteration])),
    send: (values) => putValues(41, values),
    screen: {
      restore: (key, value) => shown.set(key, value),
      take: (key, value) => shown.set(key, value),
      acknowledge: () => {},
    },
    onSaved: (result) => saves.push(result),
    unsent: new UnsentAnswers(scope, async () => area),
  });
  const stop = saving.start();
  const tab = {
    saving,
    shown,
    saves,
    close: () => {
      stop();
      open.splice(open.indexOf(tab), 1);
    },
  };
  open.push(tab);
  await pass(0);
  return tab;
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const text = (tab: Tab) => tab.saving.snapshot().text;

/** Use fake timers in each test and close its pages afterwards. */
export function usingFakePages(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    usingContext();
    // Record navigations without executing them.
    vi.spyOn(window.location, "assign").mockImplementation(() => {});
  });

  afterEach(() => {
    for (const tab of [...open]) tab.close();
    vi.useRealTimers();
  });
}

/** Replace BroadcastChannel by one that delivers synchronously. Returns the open channels. */
export function stubChannels(): Set<{ onmessage: ((event: { data: unknown }) => void) | null }> {
  const channels = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor(readonly name: string) {
      channels.add(this);
    }
    postMessage(data: unknown): void {
      for (const other of channels) {
        if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
      }
    }
    close(): void {
      channels.delete(this);
    }
  }
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  return channels;
}
