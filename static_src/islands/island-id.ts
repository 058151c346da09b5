/**
 * The id of the element that an island is mounted in: the shell's have their own name, the page's is
 * island-page. React's ids begin with it on both sides.
 */
export function islandId(name: string): string {
  return name.startsWith("shell/") ? `island-${name.replace("/", "-")}` : "island-page";
}
