import type { Editor } from "@tiptap/core";

/** Select a field, scroll to it and focus the text. Loads the editor's commands on first use. */
export async function selectField(editor: Editor, fid: string): Promise<void> {
  const { selectField: command } = await import("./commands");
  command(fid)(editor.state, editor.view.dispatch);
  editor.view.focus();
}
