import { request } from "../../api/client";
import { useQuery } from "../../lib/state/queries";
import { FieldGroup } from "../../ui/field";
import { Checkbox } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { Skeleton } from "../../ui/skeleton";

type Props = {
  supplierId: number;
  /** True for the contacts of the last round. */
  isSame: boolean;
  chosen: readonly number[];
  error: readonly string[];
  disabled: boolean;
  onSame: (isSame: boolean) => void;
  onChange: (ids: readonly number[]) => void;
};

/** The contacts of the supplier who get each round: the same as last, or named ones. */
export function ContactChoice({ supplierId, isSame, chosen, error, disabled, onSame, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ["organisation", supplierId],
    queryFn: ({ signal }) =>
      request("GET", "/api/organisation/{organisation_id}", {
        path: { organisation_id: supplierId },
        signal,
        toast: false,
      }),
    enabled: !isSame,
  });
  const people = data?.users.filter(({ id, status }) => status !== "SUSPENDED" || chosen.includes(id));
  return (
    <FieldGroup label="Recipients" error={error}>
      <RadioCards
        layout="chips"
        value={isSame ? "same" : "named"}
        disabled={disabled}
        onChange={(value) => onSame(value === "same")}
        options={[
          { value: "same", label: "Same as last" },
          { value: "named", label: "Named contacts" },
        ]}
      />
      {!isSame &&
        (people ? (
          people.map(({ id, name, jobTitle }) => (
            <Checkbox
              key={id}
              label={name}
              hint={jobTitle || undefined}
              checked={chosen.includes(id)}
              disabled={disabled}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))
        ) : (
          <Skeleton lines={3} />
        ))}
    </FieldGroup>
  );
}
