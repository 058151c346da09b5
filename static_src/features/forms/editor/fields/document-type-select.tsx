import { request } from "../../../../api/client";
import { useQuery } from "../../../../lib/state/queries";
import { Field } from "../../../../ui/field";
import { Select } from "../../../../ui/inputs";

type Props = { value: string; onChange: (documentType: string) => void };

/** The type of document that a file question asks for: a shipped one by its code, or an own one by its id. */
export function DocumentTypeSelect({ value, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ["documentTypes"],
    queryFn: ({ signal }) => request("GET", "/api/documentType", { signal, toast: false }),
  });
  const options = (data ?? [])
    .filter(({ isOwn, isShipped }) => isOwn || isShipped)
    .map(({ id, code, name, archived }) => ({ value: code ?? String(id), label: name, archived }))
    .filter((option) => !option.archived || option.value === value);
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <Field
      label="Document type"
      hint="Optional. Suppliers who have the document can use it with one click."
      error={data && !isListed ? "This type no longer exists. Choose another one." : undefined}
    >
      <Select
        value={value}
        options={[
          { value: "", label: "None" },
          ...options.map(({ label, archived, ...option }) => ({
            ...option,
            label: archived ? `${label} (archived)` : label,
          })),
          ...(isListed ? [] : [{ value, label: data ? "Unknown type" : "Loading..." }]),
        ]}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
