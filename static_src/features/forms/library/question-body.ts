import type { ApiBody } from "../../../api/types";
import { boundText, type FieldAttrs } from "../../../domain/questionnaire/rules/types";
import { storedAttrs } from "../editor/fields/attrs";
import type { Question } from "../types";

/** The attributes that the dialog begins with: those of the question, of a form's field, or of a blank one. */
export function startOf(question: Question | null, field?: FieldAttrs): FieldAttrs {
  const given = question ? (question.field as FieldAttrs) : (field ?? { type: "TEXT" });
  // A form's own: where the field stands, when it shows, and which question it came from.
  const { fid: _fid, visibleWhen: _when, questionId: _id, ...attrs } = given;
  return { ...attrs, fid: "question" };
}

/**
 * The body of POST and PUT /api/question. Words that were not changed keep their formatting. What equals its default is
 * left out, which the generated types do not allow.
 */
export function bodyOf(attrs: FieldAttrs, question: Question | null): ApiBody<"SavedQuestion"> {
  const { fid: _fid, label = "", topic = "", name = "", type = "TEXT", ...rest } = storedAttrs(attrs);
  const words = label.trim();
  return {
    ...rest,
    ...("min" in rest ? { min: boundText(rest.min) } : {}),
    ...("max" in rest ? { max: boundText(rest.max) } : {}),
    name: name.trim(),
    type,
    section: topic.trim(),
    html: words === question?.label ? question.html : `<p>${escapeHtml(words)}</p>`,
  } as ApiBody<"SavedQuestion">;
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
