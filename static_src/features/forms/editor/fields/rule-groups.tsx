import { useId } from "react";
import {
  conditionsOf,
  type FieldAttrs,
  type Field as FormField,
} from "../../../../domain/questionnaire/rules/types";
import { renderThenFocus } from "../../../../lib/browser/render-then-focus";
import { formatCount } from "../../../../lib/text/numbers";
import { Button } from "../../../../ui/button";
import { Field } from "../../../../ui/field";
import { TextInput } from "../../../../ui/inputs";
import { ConditionEditor, withNewCondition } from "./condition";
import type { FieldFaults } from "./field-faults";
import { ScoringEditor, withNewRule } from "./field-scoring";
import { type GroupChoices, PanelGroup } from "./panel-group";

type Props = {
  field: FormField;
  faults: FieldFaults;
  groups: GroupChoices;
  set: (change: FieldAttrs) => void;
};

/** Group of the visibility conditions. Without one its heading has the button that adds the first. */
export function ConditionGroup({
  field,
  fields,
  faults,
  groups,
  set,
}: Props & { fields: readonly FormField[] }) {
  const id = useId();
  const { length } = conditionsOf(field);
  const first = length === 0 ? withNewCondition(field, fields) : null;
  const add = () => {
    if (!first) return;
    addFirstRow(id, () => {
      groups.choose("Condition", true);
      set(first);
    });
  };
  return (
    <PanelGroup
      title="Condition"
      id={id}
      groups={groups}
      summary={
        length > 0 ? formatCount(length, "condition") : first ? "Always shown" : "Needs another question"
      }
      hasFault={faults.visibleWhen !== undefined}
      action={
        length === 0 && (
          <Button size="sm" icon="add" aria-label="Add a condition" disabled={!first} onClick={add}>
            Add
          </Button>
        )
      }
    >
      {length > 0 && (
        <ConditionEditor field={field} fields={fields} faults={faults.visibleWhen} set={set} home={id} />
      )}
    </PanelGroup>
  );
}

/** Group of topic and scoring rules. Without a rule its heading has the button that adds the first. */
export function ScoringGroup({ field, faults, groups, set }: Props) {
  const id = useId();
  const { length } = field.scoring;
  const add = () => {
    addFirstRow(id, () => {
      groups.choose("Scoring", true);
      set(withNewRule(field));
    });
  };
  const summary = [field.topic, length > 0 ? formatCount(length, "rule") : "Not scored"];
  return (
    <PanelGroup
      title="Scoring"
      id={id}
      groups={groups}
      summary={summary.filter(Boolean).join(", ")}
      startsOpen={length > 0}
      hasFault={faults.scoring !== undefined}
      action={
        length === 0 && (
          <Button size="sm" icon="add" aria-label="Add a scoring rule" onClick={add}>
            Add
          </Button>
        )
      }
    >
      <Field label="Topic" hint="Scores are grouped by topic.">
        <TextInput
          maxLength={200}
          value={field.topic}
          onChange={(event) => set({ topic: event.target.value })}
        />
      </Field>
      {length > 0 && <ScoringEditor label="Rules" field={field} faults={faults.scoring} set={set} />}
    </PanelGroup>
  );
}

/** Add the first row and focus its first control, because the pressed button is no longer in the heading. */
const addFirstRow = (groupId: string, add: () => void) =>
  renderThenFocus(add, () => document.getElementById(groupId)?.querySelector(".form-rows > li"));
