import { type Editor, useEditorState } from "@tiptap/react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../../../../ui/icon";
import { findInserts, type Insert } from "./inserts";
import { dismissSlash, type SlashKeys, type SlashQuery, slashQuery } from "./slash";
import "./text.scss";

type Props = {
  editor: Editor;
  /** Ref for the key handler of the open menu; the editor passes key events to it. */
  keys: { current: SlashKeys };
};

/** Menu of blocks and fields, opened by a slash: typing filters it, arrow keys and Enter choose. */
export function SlashList({ editor, keys }: Props) {
  const query = useEditorState({ editor, selector: ({ editor: e }) => slashQuery(e.state) });
  const matches = query ? findInserts(query.text) : [];
  if (!query || matches.length === 0) return null;
  return <OpenList key={query.from} editor={editor} keys={keys} query={query} matches={matches} />;
}

function OpenList({
  editor,
  keys,
  query,
  matches,
}: Props & { query: SlashQuery; matches: readonly Insert[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const [lastQuery, setLastQuery] = useState(query.text);
  if (lastQuery !== query.text) {
    setLastQuery(query.text);
    setActiveIndex(0);
  }
  const current = Math.min(activeIndex, matches.length - 1);
  const choose = (insert: Insert | undefined) => {
    insert?.run(editor, { replacing: { from: query.from, to: query.to }, inline: !query.startsLine });
    // A new field has the focus in its label.
    if (!editor.view.dom.contains(document.activeElement)) editor.view.focus();
  };

  useEffect(() => {
    keys.current = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setActiveIndex((current + step + matches.length) % matches.length);
      else if (event.key === "Enter" || event.key === "Tab") choose(matches[current]);
      else if (event.key === "Escape") editor.view.dispatch(dismissSlash(editor.state));
      else return false;
      event.preventDefault();
      return true;
    };
    return () => {
      keys.current = () => false;
    };
  });

  // The focus stays in the editor, so `aria-activedescendant` points to the active option.
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", id);
    dom.setAttribute("aria-activedescendant", `${id}-${current}`);
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, id, current]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { left, top, bottom } = editor.view.coordsAtPos(query.from);
    const spaceBelow = window.innerHeight - bottom;
    element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - element.offsetWidth - 8))}px`;
    element.style.top =
      spaceBelow < element.offsetHeight + 8
        ? `${Math.max(8, top - element.offsetHeight - 4)}px`
        : `${bottom + 4}px`;
  }, [editor, query.from]);

  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label="Put into the text" className="slash-list">
        {matches.map((insert, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the editor handles the keys and passes them to this list
          <div
            key={insert.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className="slash-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(insert)}
          >
            <Icon name={insert.icon} />
            {insert.label}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {matches[current]?.label}, {current + 1} of {matches.length}
      </span>
    </>
  );
}
