import { classNames } from "./class-names";

/**
 * Text with formatting, to read. The server has cleaned this HTML when it was stored (and gives out nothing else);
 * never pass anything here that has not come from it.
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
