const kilo = 1024;

/** A file's size as people say it, "412 kB", "3.4 MB", counted as the limits of the server are: the largest is "25 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * kilo) return `${Math.round(bytes / kilo)} kB`;
  return `${Number((bytes / kilo / kilo).toFixed(1))} MB`;
}
