import { classNames } from "./class-names";

/**
 * Formatted text to read. The server sanitises HTML before it stores it and returns no other HTML; never pass HTML from
 * another source.
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classNames("rich-text", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
