import { threadId } from "node:worker_threads";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { resetSession } from "../api/session";
import { clearReferenceData } from "../domain/places/reference-data";
import { toasts } from "../lib/toasts";

// A busy machine needs more than the default second. Waiting ends as soon as the condition is true.
configure({ asyncUtilTimeout: 5000 });

// BroadcastChannels of Node reach other threads, which run other test files. The thread's id keeps them apart.
if (BroadcastChannel.name !== "ChannelOfThread") {
  globalThis.BroadcastChannel = class ChannelOfThread extends BroadcastChannel {
    constructor(name: string) {
      super(`${threadId} ${name}`);
    }
  };
}

beforeEach(resetSession);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  toasts.clear();
  clearReferenceData();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
});
