/**
 * Return the id of the mount point of an island: island-page, or a name of their own for the islands of the shell. It is
 * the prefix of React's ids on server and browser.
 */
export function islandId(name: string): string {
  return name.startsWith("shell/") ? `island-${name.replace("/", "-")}` : "island-page";
}
