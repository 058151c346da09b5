import { vi } from "vitest";

/** Replace XMLHttpRequest, which `answerCalls` does not cover: all uploads succeed, and `sent` is called with each name. */
export function takeUploads(sent: (filename: string) => void = () => {}): void {
  standIn((file, arrive) => {
    sent(file.name);
    setTimeout(arrive);
  });
}

/** Replace XMLHttpRequest so that each upload is pending. Returns callbacks that complete them, in order. */
export function holdUploads(): (() => void)[] {
  const waiting: (() => void)[] = [];
  standIn((_, arrive) => waiting.push(arrive));
  return waiting;
}

function standIn(send: (file: File, arrive: () => void) => void): void {
  class StandIn {
    upload = {};
    status = 200;
    responseText = "{}";
    onload = () => {};
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    send(file: File) {
      send(file, () => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", StandIn);
}
