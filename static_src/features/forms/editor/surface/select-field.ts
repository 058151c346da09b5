import type { Editor } from "@tiptap/core";

/** Lead to a field: select it, bring it into sight and put the focus into the text. The page knows no more of the editor. */
export async function selectField(editor: Editor, fid: string): Promise<void> {
  const { selectField: command } = await import("./commands");
  command(fid)(editor.state, editor.view.dispatch);
  editor.view.focus();
}
