import { type FocusEvent, memo, useCallback } from "react";
import { afterPress } from "../../lib/browser/after-press";
import { classNames } from "../../ui/class-names";
import { AnswerView } from "./answer-view";
import { FieldControl } from "./controls/field-control";
import { useDoc } from "./doc-context";
import { fieldId } from "./field-ids";
import { tallTypes } from "./rules/types";
import type { PlacedField } from "./rules/walk";
import { useAnswer } from "./use-answer";
import "./doc-view-answers.scss";
import "./doc-view.scss";

type Props = { placed: PlacedField; inline: boolean };

/** One field in the document. It renders again only when its own answer changes. */
export const FieldSlot = memo(function FieldSlot({ placed, inline }: Props) {
  const { mode, store, flagged, below, rwMap } = useDoc();
  const { key, field } = placed;
  const answer = useAnswer(store, key);
  const handleBlur = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      // The text of a date is complete when focus moves from the input to the calendar button, which is in the same
      // field.
      if (field.type === "DATE" || !event.currentTarget.contains(event.relatedTarget)) {
        afterPress(() => store.leave(key));
      }
    },
    [store, key, field],
  );
  if (!answer.isVisible) return null;
  const isEditable = mode === "form" && answer.isWritable && rwMap?.[key] !== false;
  const isInline = inline && !tallTypes.has(field.type);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only handles focus leaving its content
    <div
      id={fieldId(key)}
      className={classNames(
        isInline ? "doc-inline" : "doc-field",
        isInline && isEditable && "doc-inline-control",
        flagged?.has(key) && "doc-flagged",
        answer.offer !== undefined && "doc-offered",
      )}
      data-type={field.type}
      dir="auto"
      data-required={isInline && field.required ? "" : undefined}
      onBlur={isEditable ? handleBlur : undefined}
    >
      {isEditable ? (
        <FieldControl placed={placed} answer={answer} inline={isInline} />
      ) : (
        <AnswerView placed={placed} value={answer.value} inline={isInline} />
      )}
      {below?.(placed)}
    </div>
  );
});
