import { AnswerStore } from "../domain/questionnaire/answer-store";
import { DocView } from "../domain/questionnaire/doc-view";
import type { FormDocument, Values } from "../domain/questionnaire/rules/types";
import { walk } from "../domain/questionnaire/rules/walk";
import { renderOnPage } from "./page";

type Extras = Partial<Parameters<typeof DocView>[0]>;

/** Render a form with these answers, to be filled in unless the extras say otherwise; gives its store and fields too. */
export function showForm(doc: FormDocument, values: Values = {}, extras: Extras = {}) {
  const fields = walk(doc);
  const store = new AnswerStore({ fields, values });
  const view = renderOnPage(<DocView doc={doc} fields={fields} mode="form" store={store} {...extras} />);
  return { store, fields, ...view };
}
