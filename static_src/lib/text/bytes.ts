const kilo = 1024;

/** Format a file size: "412 kB", "3.4 MB". 1 kB is 1024 bytes, as in the limits of the server, so the largest is "25 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * kilo) return `${Math.round(bytes / kilo)} kB`;
  return `${Number((bytes / kilo / kilo).toFixed(1))} MB`;
}
