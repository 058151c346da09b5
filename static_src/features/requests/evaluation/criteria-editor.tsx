import { useRef } from "react";
import { Button, IconButton } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { Select, TextInput } from "../../../ui/inputs";
import { type DraftCriterion, splitEvenly, sumOf, withNew } from "./criteria-draft";
import { type Evaluation, maxCriteria } from "./types";
import "./evaluation.scss";

type Props = {
  criteria: readonly DraftCriterion[];
  sections: Evaluation["sections"];
  /** Sentences by field of the request body. */
  faults: Record<string, string[]>;
  onChange: (criteria: DraftCriterion[]) => void;
};

/** The criteria with their weights, the running sum, and 'Split evenly'. */
export function CriteriaEditor({ criteria, sections, faults, onChange }: Props) {
  const counter = useRef(0);
  const sum = sumOf(criteria);
  const add = () => {
    counter.current += 1;
    onChange(withNew(criteria, `new-${counter.current}`));
  };
  const change = (index: number, next: Partial<DraftCriterion>) =>
    onChange(criteria.map((criterion, at) => (at === index ? { ...criterion, ...next } : criterion)));
  const addButton = (
    <Button icon="add" disabled={criteria.length >= maxCriteria} onClick={add}>
      Add criterion
    </Button>
  );
  if (criteria.length === 0) {
    return (
      <EmptyState
        icon="evaluation"
        title="There are no criteria yet."
        text="A criterion is what you compare suppliers by, such as price or quality. It takes marks of evaluators, or the score of the form."
        action={addButton}
      />
    );
  }
  return (
    <>
      <ol className="criteria">
        {criteria.map((criterion, index) => (
          <CriterionRow
            key={criterion.key}
            criterion={criterion}
            number={index + 1}
            sections={sections}
            faults={(field) => faults[`criteria.${index}.${field}`]}
            onChange={(next) => change(index, next)}
            onRemove={() => onChange(criteria.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <div className="criteria-foot">
        {addButton}
        <Button variant="quiet" onClick={() => onChange(splitEvenly(criteria))}>
          Split evenly
        </Button>
        <span className={classNames("criteria-sum num", sum !== 100 && "criteria-sum-off")} role="status">
          Sum {sum} %{sum !== 100 && (sum < 100 ? `, ${100 - sum} % left` : `, ${sum - 100} % too much`)}
        </span>
      </div>
    </>
  );
}

type RowProps = {
  criterion: DraftCriterion;
  number: number;
  sections: Evaluation["sections"];
  faults: (field: string) => string[] | undefined;
  onChange: (next: Partial<DraftCriterion>) => void;
  onRemove: () => void;
};

/** The value of the choice of a source: marks, the whole score, or the score of a section. */
const sourceOf = ({ source, sectionId }: DraftCriterion) =>
  source === "MARKS" ? "marks" : sectionId === null ? "score" : `section.${sectionId}`;

function CriterionRow({ criterion, number, sections, faults, onChange, onRemove }: RowProps) {
  const choose = (value: string) =>
    onChange(
      value === "marks"
        ? { source: "MARKS", sectionId: null }
        : { source: "SCORE", sectionId: value === "score" ? null : value.slice("section.".length) },
    );
  return (
    <li className="criterion">
      <Field label="Criterion" error={faults("name")} required>
        <TextInput
          value={criterion.name}
          maxLength={100}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Takes" error={faults("sectionId")}>
        <Select
          value={sourceOf(criterion)}
          options={[
            { value: "marks", label: "Marks of evaluators" },
            ...(sections.length > 0 ? [{ value: "score", label: "Score of the whole form" }] : []),
            ...sections.map(({ id, title }) => ({ value: `section.${id}`, label: `Score of “${title}”` })),
          ]}
          onChange={(event) => choose(event.target.value)}
        />
      </Field>
      <Field label="Weight" error={faults("weight")} required>
        <span className="criterion-weight">
          <TextInput
            value={criterion.weight}
            inputMode="numeric"
            maxLength={3}
            className="num"
            onChange={(event) => onChange({ weight: event.target.value })}
          />
          <span aria-hidden="true">%</span>
        </span>
      </Field>
      <IconButton
        icon="delete"
        label={`Remove ${criterion.name || `criterion ${number}`}`}
        onClick={onRemove}
      />
      <Field
        label="What a high mark means"
        hideLabel
        className="criterion-description"
        error={faults("description")}
      >
        <TextInput
          value={criterion.description}
          maxLength={2000}
          placeholder="Optional. What does a high mark mean?"
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
    </li>
  );
}
