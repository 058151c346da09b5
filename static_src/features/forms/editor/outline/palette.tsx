import type { Editor } from "@tiptap/react";
import { useCallback, useState } from "react";
import { request, requestPage } from "../../../../api/client";
import type { FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { Card } from "../../../../ui/card";
import { Field } from "../../../../ui/field";
import { Icon } from "../../../../ui/icon";
import { type Option, TypeAhead } from "../../../../ui/type-ahead";
import { fieldKinds } from "../fields/field-types";
import { addField, addQuestion } from "../surface/inserts";
import "../side.scss";

type QuestionOption = Option<number>;

/** Buttons for new fields of each kind, and the search of the question library. */
export function Palette({ editor }: { editor: Editor }) {
  return (
    <>
      <Card title="Add a field">
        <div className="form-palette">
          {fieldKinds.map(({ type, label, icon }) => (
            <button
              key={type}
              type="button"
              className="btn btn-default btn-sm"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => addField(editor, type)}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </div>
      </Card>
      <Card title="Question library">
        <LibrarySearch editor={editor} />
      </Card>
    </>
  );
}

/** Type-ahead for questions of the library; the chosen question is copied into the text. */
function LibrarySearch({ editor }: { editor: Editor }) {
  const [resetKey, setResetKey] = useState(0);
  const search = useCallback(async (text: string, signal: AbortSignal): Promise<QuestionOption[]> => {
    const { rows } = await requestPage("/api/question", { query: { search: text }, signal });
    return rows.map(({ id, label, name, section }) => ({
      value: id,
      label: label || name,
      note: section,
    }));
  }, []);
  const choose = async (option: QuestionOption | null) => {
    if (!option) return;
    const { field } = await request("GET", "/api/question/{question_id}", {
      path: { question_id: option.value },
      query: { i: "field" },
    });
    addQuestion(editor, field as FieldAttrs);
    setResetKey(resetKey + 1);
  };
  return (
    <Field label="Insert a question" hint="Inserted as a copy. Later library changes won't affect this form.">
      <TypeAhead<QuestionOption>
        key={resetKey}
        value={null}
        onChange={(option) => void choose(option).catch(() => {})}
        search={search}
        placeholder="Type to search"
      />
    </Field>
  );
}
