import { vi } from "vitest";

/** A stand-in for where the bytes of files go, which `answerCalls` does not cover: all arrive, and `sent` hears which. */
export function takeUploads(sent: (filename: string) => void = () => {}): void {
  class InstantRequest {
    upload = {};
    status = 200;
    responseText = "{}";
    onload = () => {};
    open() {}
    setRequestHeader() {}
    send(file: File) {
      sent(file.name);
      setTimeout(() => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", InstantRequest);
}
