import { useLoaded } from "../lib/browser/use-loaded";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import type { RichEditorProps } from "./rich-editor-view";

const load = () => import("./rich-editor-view");

/** An editor for formatted text. Its view loads on first use. */
export function RichEditor(props: RichEditorProps) {
  const control = useFieldControl();
  const view = useLoaded(load);
  const { height = "md" } = props;
  if (!view) {
    return (
      <div className={classNames("rich-editor", `rich-editor-${height}`, "waiting")} aria-busy="true">
        <span className="skeleton w-40" />
      </div>
    );
  }
  return <view.RichEditorView {...props} height={height} control={control} />;
}

/** Return true if HTML of an editor has no text. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, "") === "";
}
