import { requestResponse } from "./client";

/** Fetch a file with the token and hand it to the browser to save. Throws ApiError. */
export async function download(path: string, filename?: string): Promise<void> {
  const response = await requestResponse("GET", path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = filename ?? filenameOf(response) ?? "download";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The name that the server gives, RFC 6266, the extended form first. */
function filenameOf(response: Response): string | null {
  const header = response.headers.get("Content-Disposition") ?? "";
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended) return decodeURIComponent(extended);
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null;
}
