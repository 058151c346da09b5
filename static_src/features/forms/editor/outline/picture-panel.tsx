import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { Button } from "../../../../ui/button";
import { Card } from "../../../../ui/card";
import { Field } from "../../../../ui/field";
import { TextArea } from "../../../../ui/inputs";

export interface SelectedPicture {
  pos: number;
  alt: string;
}

export function selectedPicture({ selection }: EditorState): SelectedPicture | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return null;
  return { pos: selection.from, alt: String(selection.node.attrs.alt ?? "") };
}

/** Properties of the selected picture: the text alternative for screen readers. */
export function PicturePanel({ editor, picture }: { editor: Editor; picture: SelectedPicture }) {
  const { pos, alt } = picture;
  return (
    <Card title="Picture">
      <Field
        label="Description"
        hint="Read out where the picture cannot be seen. Leave it empty for decoration."
      >
        <TextArea
          data-first-property
          rows={3}
          maxLength={500}
          value={alt}
          onChange={(event) => {
            editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, "alt", event.target.value));
          }}
        />
      </Field>
      <Button icon="delete" size="sm" onClick={() => editor.chain().deleteSelection().focus().run()}>
        Delete the picture
      </Button>
    </Card>
  );
}
