/** A choice of the reader's that the server should know when it makes the next page; a year, or gone with null. */
export function setPreferenceCookie(name: string, value: string | null): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const age = value === null ? 0 : 365 * 86_400;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is served
  document.cookie = `${name}=${value ?? ""}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
