import { request } from "../../api/client";
import type { SavedView } from "../../domain/views/views";
import { useQuery } from "../../lib/state/queries";
import { Field } from "../../ui/field";
import { Select } from "../../ui/inputs";
import type { Draft } from "./draft";

type Chosen = Draft["networkFilter"];
type Props = { value: Chosen; onChange: (chosen: Chosen) => void };

/** The saved views of the Network list as a choice of suppliers. Nothing without views. */
export function ViewField({ value, onChange }: Props) {
  const { data: views = [] } = useQuery({
    queryKey: ["savedViews", "organisation"],
    queryFn: async ({ signal }) =>
      (await request("GET", "/api/savedView", {
        query: { list: "organisation" },
        signal,
        toast: false,
      })) as readonly SavedView[],
  });
  if (views.length === 0) return null;
  const choose = (id: string) => {
    const view = views.find((each) => String(each.id) === id);
    onChange(view ? { query: queryOf(view), text: view.name, viewId: view.id } : null);
  };
  return (
    <Field
      label="From a saved view"
      hint="Every supplier in this view of the Network list when you send the request."
    >
      <Select
        value={value?.viewId ? String(value.viewId) : ""}
        options={[
          { value: "", label: "None" },
          ...views.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => choose(target.value)}
      />
    </Field>
  );
}

/** Return the filters as the API takes them. */
function queryOf({ params }: SavedView): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === "tags" ? [value].flat() : ([value].flat()[0] ?? ""),
    ]),
  );
}
