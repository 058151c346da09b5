import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { takeUploads } from "../../../testing/uploads";
import { PictureModal } from "./picture-modal";
import { isPicture } from "./picture-source";

const file = (name: string) => new File(["x"], name);

test.each(["png", "jpg", "jpeg", "heic", "bmp", "gif", "tiff", "svg", "webp", "icon", "ICO", "PNG"])(
  "a %s can be chosen",
  (ending) => expect(isPicture(file(`me.${ending}`))).toBe(true),
);

test.each(["me.txt", "me.pdf", "png", "me.png.exe", "me"])("%s is not a picture", (name) =>
  expect(isPicture(file(name))).toBe(name === "png"),
);

async function open() {
  renderOnPage(<PictureModal userId={7} show onClose={vi.fn()} onSaved={vi.fn()} />);
  await screen.findByRole("dialog");
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  return (name: string) => fireEvent.change(input as HTMLInputElement, { target: { files: [file(name)] } });
}

test("a file that is not a picture is refused without a request", async () => {
  const calls = answerCalls(() => ({ status: 500 }));
  const choose = await open();
  choose("me.txt");
  expect(screen.getByText(/^This picture can't be used\./)).toBeTruthy();
  expect(calls).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
});

test("a format that browsers cannot show is converted by the server first", async () => {
  const calls = answerCalls(({ method }) =>
    method === "POST"
      ? { status: 201, body: { id: 31, uploadUrl: "/api/attachment/31/content" } }
      : { body: { id: 31 } },
  );
  const stored = vi.fn();
  takeUploads(stored);
  const choose = await open();
  choose("me.heic");
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ filename: "me.heic", kind: "USERPICSOURCE" }));
  expect(await screen.findByRole("button", { name: "Choose another..." })).toBeTruthy();
  expect(stored).toHaveBeenCalledWith("me.heic");
});
