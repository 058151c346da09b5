import { TextSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { formatCount } from "../../../../lib/text/numbers";
import { Card } from "../../../../ui/card";
import { Icon } from "../../../../ui/icon";
import { sentencesOf } from "../fields/field-faults";
import { selectField } from "../surface/commands";
import { act } from "../surface/inserts";
import type { Facts } from "./facts";
import "../side.scss";

/** Links to the headings, and to the fields with errors that block publishing. */
export function Outline({ editor, facts }: { editor: Editor; facts: Facts }) {
  const { outline, fields, faults } = facts;
  const goTo = (pos: number) => {
    const { state, view } = editor;
    const at = Math.min(pos + 1, state.doc.content.size);
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at))).scrollIntoView());
    const dom = view.nodeDOM(pos);
    if (dom instanceof HTMLElement) dom.scrollIntoView({ block: "center" });
    view.focus();
  };
  const faulty = fields.filter(({ fid }) => faults.has(fid));
  return (
    <>
      {faulty.length > 0 && (
        <Card title={`To fix (${faulty.length})`}>
          <ul className="form-outline">
            {faulty.slice(0, 20).map(({ fid, name, label }) => (
              <li key={fid}>
                <button type="button" onClick={() => act(editor, selectField(fid)) && editor.view.focus()}>
                  <Icon name="warning" />
                  <span>
                    {label || name}
                    <span className="form-outline-note">{sentencesOf(faults.get(fid))[0]}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {faulty.length > 20 && <p className="small-text mb-0">And {faulty.length - 20} more.</p>}
        </Card>
      )}
      <Card title="Outline" actions={<span className="num">{formatCount(fields.length, "field")}</span>}>
        {outline.length === 0 ? (
          <p className="text-secondary small-text mb-0">Headings in the text appear here.</p>
        ) : (
          <ul className="form-outline">
            {outline.map(({ level, text, pos, fields: count }) => (
              <li key={pos} data-level={level}>
                <button type="button" onClick={() => goTo(pos)}>
                  <span>{text || "Heading without words"}</span>
                  {count > 0 && <span className="form-outline-count num">{count}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
