import type { ApiBody } from "../../../api/types";
import { boundText, type FieldAttrs } from "../../../domain/questionnaire/rules/types";
import { storedAttrs } from "../editor/fields/attrs";
import type { Question } from "../types";

/** Return the initial attributes of the dialog: of the question, of a form's field, or of a blank field. */
export function startOf(question: Question | null, field?: FieldAttrs): FieldAttrs {
  const source = question ? (question.field as FieldAttrs) : (field ?? { type: "TEXT" });
  // Drop the attributes that belong to a form: the field id, the condition and the origin of the field.
  const { fid: _fid, visibleWhen: _when, questionId: _id, ...attrs } = source;
  return { ...attrs, fid: "question" };
}

/**
 * Build the body of POST and PUT /api/question. Unchanged text keeps its formatting. The cast is needed because
 * defaults are omitted and the generated types require them.
 */
export function bodyOf(attrs: FieldAttrs, question: Question | null): ApiBody<"SavedQuestion"> {
  const { fid: _fid, label = "", topic = "", name = "", type = "TEXT", ...rest } = storedAttrs(attrs);
  const text = label.trim();
  return {
    ...rest,
    ...("min" in rest ? { min: boundText(rest.min) } : {}),
    ...("max" in rest ? { max: boundText(rest.max) } : {}),
    name: name.trim(),
    type,
    section: topic.trim(),
    html: text === question?.label ? question.html : `<p>${escapeHtml(text)}</p>`,
  } as ApiBody<"SavedQuestion">;
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
