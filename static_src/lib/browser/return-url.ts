/** Return the path to open after signing in: the path if it is on this site, else "/home". */
export function safeReturnUrl(path: string | null | undefined): string {
  if (!path?.startsWith("/") || /^\/[/\\]/.test(path)) return "/home";
  try {
    const url = new URL(path, window.location.origin);
    if (url.origin !== window.location.origin || url.pathname.startsWith("//")) return "/home";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/home";
  }
}
