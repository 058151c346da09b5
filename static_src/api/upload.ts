import { browserPageContext } from "../lib/browser/page-context";
import { fail, refreshSession, request } from "./client";
import { noResponseError } from "./errors";
import { accessToken, tokenIsStale } from "./session";
import type { ApiBody, ApiResponse } from "./types";

/** The purpose of a file, which decides its limits and access. */
export type UploadKind = ApiBody<"StartUpload">["kind"];

export type UploadOptions = {
  /** Called with the sent share, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  toast?: boolean;
};

export type Uploaded = Pick<ApiResponse<"Attachment">, "id" | "filename" | "size" | "contentType"> &
  // Drafts of earlier versions have no addresses of pictures.
  Partial<Pick<ApiResponse<"Attachment">, "thumbnailUrl" | "previewUrl">>;

/** Upload a file: request an upload URL, then send the bytes. Returns the attachment. Throws ApiError. */
export async function uploadFile(
  file: File | Blob,
  kind: UploadKind,
  { onProgress, signal, toast = true, filename }: UploadOptions & { filename?: string } = {},
): Promise<Uploaded> {
  const name = filename ?? (file instanceof File ? file.name : "file");
  const started = await request("POST", "/api/attachment/start", {
    body: { filename: name, size: file.size, kind },
    signal,
    toast,
  });
  if (tokenIsStale()) await refreshSession();
  const response = await put(started.uploadUrl, file, onProgress, signal);
  if (!response.ok) throw await fail(response, { toast });
  const stored = (await response.json().catch(() => ({}))) as Partial<Uploaded>;
  return { id: started.id, filename: name, size: file.size, contentType: file.type, ...stored };
}

/** Send a file with XMLHttpRequest, because fetch() reports no progress of uploads. */
function put(
  url: string,
  file: Blob,
  onProgress: UploadOptions["onProgress"],
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("PUT", url);
    xhr.setRequestHeader("Client-Version", browserPageContext().version);
    xhr.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    const token = accessToken();
    if (token && new URL(url, window.location.href).origin === window.location.origin) {
      xhr.setRequestHeader("Authorization", `Bearer ${token}`);
    }
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => {
      const retryAfter = xhr.getResponseHeader("Retry-After");
      const headers = retryAfter === null ? undefined : { "Retry-After": retryAfter };
      resolve(new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status, headers }));
    };
    xhr.onerror = () => reject(noResponseError());
    xhr.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    signal?.addEventListener("abort", () => xhr.abort());
    xhr.send(file);
  });
}
