import { useMemo } from "react";
import { AnswerStore } from "../../domain/questionnaire/answer-store";
import { DocView } from "../../domain/questionnaire/doc-view";
import type { FormDocument } from "../../domain/questionnaire/rules/types";
import { walk } from "../../domain/questionnaire/rules/walk";

type Props = {
  doc: FormDocument /** The fields that are shown, with the headings above them. */;
  fids: readonly string[];
};

/** The questions of a page of the table, drawn and answered like in an RFx. Answers are not saved. */
export function Preview({ doc, fids }: Props) {
  const fields = useMemo(() => walk(doc), [doc]);
  const store = useMemo(() => new AnswerStore({ fields, values: {} }), [fields]);
  const wanted = new Set(fids);
  const only = new Set(fields.flatMap(({ field, key }) => (wanted.has(field.fid) ? [key] : [])));
  return <DocView doc={doc} fields={fields} mode="form" store={store} only={only} />;
}
