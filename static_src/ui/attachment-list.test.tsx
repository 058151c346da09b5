import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { AttachmentList } from "./attachment-list";

const photo = (id: number, filename: string) => ({
  id,
  filename,
  size: 1_300_000,
  thumbnailUrl: `/files/${id}?size=small&v=abc`,
  previewUrl: `/files/${id}?size=preview&v=abc`,
});
const files = [photo(1, "bore.jpg"), { id: 2, filename: "drawing.pdf", size: 2000 }, photo(3, "brush.jpg")];

const viewer = async () => within(await screen.findByRole("dialog"));

test("pictures are lazily loaded thumbnails, other files are links", () => {
  renderOnPage(<AttachmentList attachments={files} />);
  const images = [...document.querySelectorAll<HTMLImageElement>(".photo-list img")];
  expect(images.map((image) => image.getAttribute("src"))).toEqual([
    "/files/1?size=small&v=abc",
    "/files/3?size=small&v=abc",
  ]);
  expect(images.every((image) => image.loading === "lazy" && image.width > 0)).toBe(true);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/files/2"]);
});

test("the viewer shows name, size and download, and moves by arrow keys and buttons", async () => {
  renderOnPage(<AttachmentList attachments={files} />);
  const opener = screen.getByRole("button", { name: "Open bore.jpg" });
  await userEvent.click(opener);
  const view = await viewer();
  expect(view.getByRole("heading").textContent).toBe("Photo 1 of 2");
  expect(view.getByRole("img", { name: "bore.jpg" }).getAttribute("src")).toBe("/files/1?size=preview&v=abc");
  expect(view.getByRole("status").textContent).toContain("1.2 MB");
  const download = view.getByRole("link", { name: "Download" });
  expect([download.getAttribute("href"), download.getAttribute("download")]).toEqual([
    "/files/1",
    "bore.jpg",
  ]);
  await userEvent.keyboard("{ArrowRight}");
  expect(view.getByRole("img", { name: "brush.jpg" })).toBeTruthy();
  await userEvent.keyboard("{ArrowRight}");
  expect(view.getByRole("img", { name: "bore.jpg" })).toBeTruthy();
  await userEvent.keyboard("{ArrowLeft}");
  await userEvent.click(view.getByRole("button", { name: "Previous photo" }));
  expect(view.getByRole("heading").textContent).toBe("Photo 1 of 2");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test("a single photo has no arrows", async () => {
  renderOnPage(<AttachmentList attachments={files.slice(0, 1)} />);
  await userEvent.click(screen.getByRole("button", { name: "Open bore.jpg" }));
  const view = await viewer();
  expect(view.getByRole("heading").textContent).toBe("Photo");
  expect(view.queryByRole("button", { name: "Next photo" })).toBeNull();
});

test("a picture that does not load becomes a file with its name", () => {
  renderOnPage(<AttachmentList attachments={files} />);
  fireEvent.error(document.querySelector(".photo-list img") as HTMLElement);
  expect(screen.queryByRole("button", { name: "Open bore.jpg" })).toBeNull();
  expect(screen.getByRole("link", { name: "bore.jpg" }).getAttribute("href")).toBe("/files/1");
});

test("a preview that does not load offers the download", async () => {
  renderOnPage(<AttachmentList attachments={files} />);
  await userEvent.click(screen.getByRole("button", { name: "Open bore.jpg" }));
  const view = await viewer();
  fireEvent.error(view.getByRole("img", { name: "bore.jpg" }));
  expect(view.getByRole("alert").textContent).toContain("Download it");
});

test("photos of a form can be removed", async () => {
  const onRemove = vi.fn();
  renderOnPage(<AttachmentList attachments={files} onRemove={onRemove} />);
  await userEvent.click(screen.getByRole("button", { name: "Remove brush.jpg" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove drawing.pdf" }));
  expect(onRemove.mock.calls).toEqual([[3], [2]]);
  expect(screen.queryAllByRole("link")).toEqual([]);
});
