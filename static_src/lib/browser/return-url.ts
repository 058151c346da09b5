/** Where to go after signing in: a path of this site only, else the home page. */
export function safeReturnUrl(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || /^\/[/\\]/.test(wanted)) return "/home";
  try {
    const url = new URL(wanted, window.location.origin);
    if (url.origin !== window.location.origin || url.pathname.startsWith("//")) return "/home";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/home";
  }
}
