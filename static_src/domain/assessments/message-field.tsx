import { request } from "../../api/client";
import { useQuery } from "../../lib/state/queries";
import { Field } from "../../ui/field";
import { Menu } from "../../ui/menu";
import { isBlankHtml, RichEditor } from "../../ui/rich-editor";
import type { AssessmentType } from "./assessments";

type Props = { type: AssessmentType; value: string; onChange: (html: string) => void };

/**
 * Message to the recipients of the request. It can start with a prepared text: published forms of type 'Performance
 * assessment e-mail' and 'Qualification assessment e-mail' contain such texts.
 */
export function MessageField({ type, value, onChange }: Props) {
  const texts = useQuery({
    queryKey: ["assessmentTexts", type],
    queryFn: ({ signal }) =>
      request("GET", "/api/docForm", {
        query: { inUse: true, type: `${type}_EMAIL`, i: "html", pageSize: 20 },
        signal,
        toast: false,
      }),
  }).data;
  return (
    <Field isCustom label="Message" hint="Optional. Included in the e-mail to each recipient.">
      {texts && texts.length > 0 && (
        <Menu
          label="Texts for this message"
          triggerClass="btn btn-default btn-sm mb-2"
          trigger="Use a text..."
          items={texts.map(({ title, html }) => ({
            label: title,
            onSelect: () => onChange(isBlankHtml(value) ? html : value + html),
          }))}
        />
      )}
      <RichEditor value={value} onChange={onChange} />
    </Field>
  );
}
