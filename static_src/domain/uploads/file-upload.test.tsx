import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Uploaded } from "../../api/upload";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { holdUploads, takeUploads } from "../../testing/uploads";
import { AttachmentList } from "../../ui/attachment-list";
import { FileUpload } from "./file-upload";

const sent = vi.fn();

beforeEach(() => takeUploads(sent));

function Page({ maxBytes }: { maxBytes?: number }) {
  const [files, setFiles] = useState<Uploaded[]>([]);
  const [waiting, setWaiting] = useState(false);
  return (
    <form>
      <textarea aria-label="Message" />
      <FileUpload kind="MESSAGE" files={files} onChange={setFiles} maxBytes={maxBytes} onBusy={setWaiting} />
      <button type="submit" disabled={waiting}>
        Send
      </button>
    </form>
  );
}

const file = (name: string, size = 3) => new File(["x".repeat(size)], name);
const names = () => [...document.querySelectorAll(".file-name")].map((element) => element.textContent);

function answer() {
  let id = 0;
  answerCalls(() => {
    id += 1;
    return { body: { id, uploadUrl: `/api/attachment/${id}/content` } };
  });
}

test("picked, dropped and pasted files are uploaded", async () => {
  answer();
  renderOnPage(<Page />);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no input");
  await userEvent.upload(input, [file("a.pdf"), file("b.png")]);
  await waitFor(() => expect(names()).toEqual(["a.pdf", "b.png"]));
  const zone = document.querySelector(".dropzone") as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { types: ["Files"], files: [file("c.csv")] } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove c.csv" })).toBeTruthy());
  fireEvent.paste(screen.getByRole("textbox"), { clipboardData: { files: [file("d.txt")] } });
  await waitFor(() => expect(names()).toEqual(["a.pdf", "b.png", "c.csv", "d.txt"]));
  await userEvent.click(screen.getByRole("button", { name: "Remove b.png" }));
  expect(names()).toEqual(["a.pdf", "c.csv", "d.txt"]);
});

test("a file that is too large is rejected without an upload", async () => {
  answer();
  sent.mockClear();
  renderOnPage(<Page maxBytes={10} />);
  fireEvent.paste(screen.getByRole("textbox"), { clipboardData: { files: [file("big.pdf", 11)] } });
  expect(await screen.findByText("big.pdf is larger than 10 B.")).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});

test("a file over the limit shows the server's limit", async () => {
  answer();
  renderOnPage(<Page />);
  const large = file("big.pdf");
  Object.defineProperty(large, "size", { value: 25 * 1024 * 1024 + 1 });
  fireEvent.paste(screen.getByRole("textbox"), { clipboardData: { files: [large] } });
  expect(await screen.findByText("big.pdf is larger than 25 MB.")).toBeTruthy();
});

test("a failed upload shows the reason and can be retried", async () => {
  let refused = true;
  answerCalls(() => {
    if (refused) return { status: 422, body: { errors: ["This kind of file is not accepted."] } };
    return { body: { id: 1, uploadUrl: "/api/attachment/1/content" } };
  });
  renderOnPage(<Page />);
  fireEvent.paste(screen.getByRole("textbox"), { clipboardData: { files: [file("a.exe")] } });
  expect((await screen.findByRole("alert")).textContent).toBe("This kind of file is not accepted.");
  const send = screen.getByRole("button", { name: "Send" }) as HTMLButtonElement;
  const hint = "Try again, or remove what was not uploaded, to go on.";
  expect([send.disabled, screen.queryByText(hint) !== null]).toEqual([true, true]);
  refused = false;
  await userEvent.click(screen.getByRole("button", { name: "Try a.exe again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(names()).toEqual(["a.exe"]);
  expect([send.disabled, screen.queryByText(hint)]).toEqual([false, null]);
});

test("files are listed in the order of choice, independent of the order of completion", async () => {
  answer();
  const waiting = holdUploads();
  renderOnPage(<Page />);
  fireEvent.paste(screen.getByRole("textbox"), {
    clipboardData: { files: [file("a.pdf"), file("b.pdf"), file("c.pdf")] },
  });
  await waitFor(() => expect(waiting).toHaveLength(3));
  for (const arrive of waiting.toReversed()) act(arrive);
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(names()).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
});

async function twelve() {
  answer();
  sent.mockClear();
  renderOnPage(<Page />);
  const many = Array.from({ length: 12 }, (_, index) => file(`${index + 1}.pdf`));
  fireEvent.paste(screen.getByRole("textbox"), { clipboardData: { files: many } });
  return screen.findByRole("button", { name: "Remove all 2" });
}

test("surplus files are removed with one button", async () => {
  await userEvent.click(await twelve());
  expect(names()).toHaveLength(10);
  expect((screen.getByRole("button", { name: "Send" }) as HTMLButtonElement).disabled).toBe(false);
});

test("a surplus file can be uploaded only after another is removed", async () => {
  await twelve();
  const again = () => userEvent.click(screen.getByRole("button", { name: "Try 11.pdf again" }));
  await again();
  expect(screen.getAllByText("At most 10 files can be attached.")).toHaveLength(2);
  expect(sent).toHaveBeenCalledTimes(10);
  await userEvent.click(screen.getByRole("button", { name: "Remove 1.pdf" }));
  await again();
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(11));
});

test("attachments link to their content", () => {
  renderOnPage(<AttachmentList attachments={[{ id: 4, filename: "iso9001.pdf", size: 412 * 1024 }]} />);
  expect(screen.getByRole("link", { name: "iso9001.pdf" }).getAttribute("href")).toBe("/files/4");
  expect(screen.getByText("412 kB")).toBeTruthy();
});

test("on phones the camera is offered next to the files", async () => {
  answer();
  renderOnPage(<FileUpload kind="NCR" camera files={[]} onChange={() => {}} />);
  const camera = document.querySelector<HTMLInputElement>("input[capture]");
  expect([camera?.accept, camera?.getAttribute("capture")]).toEqual(["image/*", "environment"]);
  expect(screen.getByText("Take a photo")).toBeTruthy();
});
