import { useId, useState } from "react";
import { Button } from "../../ui/button";
import { FieldGroup } from "../../ui/field";
import { Checkbox, SearchInput } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { type EventName, type EventType, grouped, matching } from "./types";
import "./webhooks.scss";

type Props = {
  types: readonly EventType[];
  all: boolean;
  chosen: readonly EventName[];
  disabled: boolean;
  error: readonly string[];
  onAll: (all: boolean) => void;
  onChosen: (chosen: readonly EventName[]) => void;
};

/** The choice of the events that a webhook receives: all, or types by group, with a search. */
export function TypePicker({ types, all, chosen, disabled, error, onAll, onChosen }: Props) {
  return (
    <FieldGroup label="Events" error={error}>
      <RadioCards
        value={all ? "all" : "some"}
        onChange={(value) => onAll(value === "all")}
        disabled={disabled}
        options={[
          { value: "all", label: "All events", text: "Also types that are added later." },
          { value: "some", label: "Chosen events", text: `${chosen.length} of ${types.length} chosen.` },
        ]}
      />
      {!all && <Choices types={types} chosen={chosen} disabled={disabled} onChosen={onChosen} />}
    </FieldGroup>
  );
}

function Choices({
  types,
  chosen,
  disabled,
  onChosen,
}: Pick<Props, "types" | "chosen" | "disabled" | "onChosen">) {
  const [search, setSearch] = useState("");
  const searchId = useId();
  const matches = matching(types, search);
  const isChosen = new Set(chosen);
  /** Keep the order of the catalogue. */
  const choose = (names: readonly EventName[], on: boolean) =>
    onChosen(
      types.map(({ type }) => type).filter((type) => (names.includes(type) ? on : isChosen.has(type))),
    );
  return (
    <div className="type-picker">
      <label className="visually-hidden" htmlFor={searchId}>
        Find an event
      </label>
      <SearchInput
        id={searchId}
        value={search}
        placeholder="Find an event"
        maxLength={100}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="type-groups">
        {matches.length === 0 && <p className="cell-sub mb-0">No event has these words.</p>}
        {grouped(matches).map(([group, members]) => {
          const names = members.map(({ type }) => type);
          const areAllOn = names.every((name) => isChosen.has(name));
          return (
            <fieldset key={group}>
              <legend>
                <span>{group}</span>
                <Button
                  size="sm"
                  variant="link"
                  disabled={disabled}
                  aria-label={`${areAllOn ? "Clear" : "Choose all of"} ${group}`}
                  onClick={() => choose(names, !areAllOn)}
                >
                  {areAllOn ? "Clear" : "Choose all"}
                </Button>
              </legend>
              {members.map(({ type, when }) => (
                <Checkbox
                  key={type}
                  label={<code>{type}</code>}
                  hint={when}
                  checked={isChosen.has(type)}
                  disabled={disabled}
                  onChange={(event) => choose([type], event.target.checked)}
                />
              ))}
            </fieldset>
          );
        })}
      </div>
    </div>
  );
}
