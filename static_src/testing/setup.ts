import { threadId } from "node:worker_threads";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { forgetSession } from "../api/session";
import { forgetReferenceData } from "../domain/places/reference-data";
import { toasts } from "../lib/toasts";

// A busy machine may take its time; what is waited for is still awaited no longer than it takes.
configure({ asyncUtilTimeout: 5000 });

// Node's channels reach into other threads, where other files of tests run: they would be tabs of one another.
if (BroadcastChannel.name !== "ChannelOfThread") {
  globalThis.BroadcastChannel = class ChannelOfThread extends BroadcastChannel {
    constructor(name: string) {
      super(`${threadId} ${name}`);
    }
  };
}

beforeEach(forgetSession);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  toasts.clear();
  forgetReferenceData();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", "/");
});
