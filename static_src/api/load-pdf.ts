/**
 * Load a PDF as an object URL, which the caller revokes: browsers do not show PDFs under the sandbox of a file's own address,
 * which keeps uploads from running in our pages. Throws an Error if the server or the connection fails.
 */
export async function loadPdf(url: string, signal?: AbortSignal): Promise<string> {
  // biome-ignore lint/style/noRestrictedGlobals: the bytes of a file, not an endpoint with a schema
  const response = await fetch(url, { credentials: "same-origin", signal });
  if (!response.ok) throw new Error("The PDF could not be loaded.");
  return URL.createObjectURL(new Blob([await response.blob()], { type: "application/pdf" }));
}
