import { vi } from "vitest";

/** Stand-ins for where the bytes of files go, which `answerCalls` does not cover: all arrive, and `sent` hears which. */
export function takeUploads(sent: (filename: string) => void = () => {}): void {
  standIn((file, arrive) => {
    sent(file.name);
    setTimeout(arrive);
  });
}

/** The same, but each file is on its way until what stands for it here is called. */
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
