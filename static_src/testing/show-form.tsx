import { AnswerStore } from "../domain/questionnaire/answer-store";
import { DocView } from "../domain/questionnaire/doc-view";
import type { FormDocument, Values } from "../domain/questionnaire/rules/types";
import { walk } from "../domain/questionnaire/rules/walk";
import { renderOnPage } from "./page";

type Extras = Partial<Parameters<typeof DocView>[0]>;

/** Render a form with answers, in mode "form" unless `extras` sets another. Returns the view with its store and fields. */
export function showForm(doc: FormDocument, values: Values = {}, extras: Extras = {}) {
  const fields = walk(doc);
  const store = new AnswerStore({ fields, values });
  const view = renderOnPage(<DocView doc={doc} fields={fields} mode="form" store={store} {...extras} />);
  return { store, fields, ...view };
}
