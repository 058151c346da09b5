import { useCallback } from "react";
import { CountrySelect } from "../../../domain/places/country-select";
import { usePermission } from "../../../lib/browser/page-context";
import { setQueryParams } from "../../../lib/state/use-query-param";
import { Field, FieldGroup } from "../../../ui/field";
import { FilterPanel } from "../../../ui/filter-panel";
import { SearchInput, Switch, TextInput } from "../../../ui/inputs";
import { TagInput } from "../../../ui/tag-input";
import { suggestTags } from "../suggest-tags";
import {
  allOff,
  countFilters,
  type DirectoryFilters,
  isAllOrganisations,
  levelSwitches,
  turned,
} from "./organisation-switches";

type Props = {
  filters: DirectoryFilters;
  onFilters: (changes: Partial<DirectoryFilters>) => void;
  tags: readonly string[];
  onTags: (tags: readonly string[]) => void;
};

/** The filters of the directory; they apply while the user types. */
export function OrganisationFilters({ filters, onFilters, tags, onTags }: Props) {
  const suggest = useCallback(
    (text: string, chosen: readonly string[], signal: AbortSignal) => suggestTags(text, chosen, signal),
    [],
  );
  const mayManage = usePermission("MANAGE_RELATIONSHIPS");
  return (
    <FilterPanel active={countFilters(filters, tags)} onClear={() => setQueryParams(allOff)}>
      <Field label="Name or own number">
        <SearchInput
          value={filters.name}
          maxLength={200}
          onChange={(event) => onFilters({ name: event.target.value })}
        />
      </Field>
      <Field label="City">
        <TextInput
          value={filters.city}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onFilters({ city: event.target.value })}
        />
      </Field>
      <Field label="Country">
        <CountrySelect
          value={filters.country || null}
          onChange={(alpha3) => onFilters({ country: alpha3 ?? "" })}
        />
      </Field>
      <Field label="Tags">
        <TagInput value={[...tags]} onChange={onTags} suggest={suggest} allowNew={false} placeholder="" />
      </Field>
      <FieldGroup label="Relationship">
        <Switch
          label="All Organisations"
          checked={isAllOrganisations(filters)}
          onChange={(event) => onFilters(turned("allOrganisations", event.target.checked))}
        />
        {levelSwitches.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={filters[name] === "true"}
            onChange={(event) => onFilters(turned(name, event.target.checked))}
          />
        ))}
      </FieldGroup>
      {mayManage && (
        <FieldGroup label="Invitation">
          <Switch
            label="Not invited yet"
            checked={filters.notInvited === "true"}
            onChange={(event) => onFilters({ notInvited: event.target.checked ? "true" : "false" })}
          />
        </FieldGroup>
      )}
    </FilterPanel>
  );
}
