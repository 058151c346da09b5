import { type ReactNode, useState } from "react";
import { CurrencyPicker } from "../../domain/places/currency-picker";
import { Field } from "../../ui/field";
import { type Choice, Select, TextArea, TextInput } from "../../ui/inputs";
import { useDefectCodes } from "./calls";
import { dispositions } from "./dispositions";
import type { NcrDraft, NcrForm } from "./draft";
import { Named } from "./named";
import type { DefectCode, Ncr } from "./types";

type Props = { form: NcrForm; ncr: Ncr | undefined };
type TextName = "partNumber" | "batch" | "orderRef" | QuantityName | "cost";
type QuantityName = "quantityDelivered" | "quantityChecked" | "quantityDefective";

const partNames = [
  "partNumber",
  "batch",
  "orderRef",
  "defectCodeId",
  "quantityDelivered",
  "quantityChecked",
  "quantityDefective",
] as const;
const internalNames = ["cost", "currency", "disposition", "internalNote"] as const;
const quantities: readonly [QuantityName, string][] = [
  ["quantityDelivered", "Delivered"],
  ["quantityChecked", "Checked"],
  ["quantityDefective", "Defective"],
];
const dispositionChoices: Choice<NcrDraft["disposition"]>[] = [
  { value: "", label: "None yet" },
  ...(Object.entries(dispositions).map(([value, label]) => ({ value, label })) as Choice<
    NcrDraft["disposition"]
  >[]),
];

/** Part, quantities and defect, and the values that only the own organisation sees, in two folded groups. */
export function FactFields({ form, ncr }: Props) {
  const { values, set, shown } = form;
  const codes = useDefectCodes();
  const text = (name: TextName, label: string, maxLength: number, inputMode?: "numeric" | "decimal") => (
    <Named key={name} name={name}>
      <Field label={label} error={shown(name)}>
        <TextInput
          value={values[name]}
          maxLength={maxLength}
          inputMode={inputMode}
          autoComplete="off"
          onChange={(event) => set(name, event.target.value)}
        />
      </Field>
    </Named>
  );
  return (
    <>
      <Fold title="Part and quantities" form={form} names={partNames}>
        <div className="form-grid">
          {text("partNumber", "Part number", 100)}
          <Named name="defectCodeId">
            <Field label="Defect code" error={shown("defectCodeId")} hint={<CodesHint codes={codes} />}>
              <Select
                value={values.defectCodeId}
                options={codeChoices(codes, ncr)}
                onChange={(event) => set("defectCodeId", event.target.value)}
              />
            </Field>
          </Named>
        </div>
        <div className="form-grid">
          {text("batch", "Batch", 100)}
          {text("orderRef", "Order", 100)}
        </div>
        <div className="form-grid">{quantities.map(([name, label]) => text(name, label, 10, "numeric"))}</div>
      </Fold>
      <Fold title="Internal" note="Only your organisation sees this." form={form} names={internalNames}>
        <div className="form-grid">
          {text("cost", "Cost", 13, "decimal")}
          <Named name="currency">
            <Field label="Currency" error={shown("currency")}>
              <CurrencyPicker
                value={values.currency || null}
                placeholder="EUR"
                onChange={(code) => set("currency", code ?? "")}
              />
            </Field>
          </Named>
        </div>
        <div className="form-grid">
          <Field label="Disposition" error={shown("disposition")}>
            <Select
              value={values.disposition}
              options={dispositionChoices}
              onChange={(event) => set("disposition", event.target.value as NcrDraft["disposition"])}
            />
          </Field>
        </div>
        <Named name="internalNote">
          <Field label="Own note" error={shown("internalNote")}>
            <TextArea
              grow
              rows={2}
              value={values.internalNote}
              maxLength={5000}
              onChange={(event) => set("internalNote", event.target.value)}
            />
          </Field>
        </Named>
      </Fold>
    </>
  );
}

type FoldProps = {
  title: string;
  note?: string;
  form: NcrForm;
  names: readonly (keyof NcrDraft)[];
  children: ReactNode;
};

/** A group of optional fields, open from the start if one has a value, and while one has an error. */
function Fold({ title, note, form, names, children }: FoldProps) {
  const [open, setOpen] = useState(() => names.some((name) => form.values[name] !== ""));
  const isWrong = names.some((name) => form.shown(name).length > 0);
  return (
    <details className="mb-3" open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {note && <span className="cell-sub"> {note}</span>}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}

function CodesHint({ codes }: { codes: DefectCode[] | undefined }) {
  if (!codes || codes.some(({ isOwn, archived }) => isOwn && !archived)) return null;
  return (
    <>
      You have no defect codes yet. <a href="/setup/defectCodes">Add defect codes</a>
    </>
  );
}

/** The own codes that are not archived, and the current one. */
function codeChoices(codes: DefectCode[] | undefined, ncr: Ncr | undefined): Choice[] {
  const current = ncr?.defectCode;
  const own = (codes ?? []).filter(({ isOwn, archived, id }) => isOwn && (!archived || id === current?.id));
  const shown = current && !own.some(({ id }) => id === current.id) ? [...own, current] : own;
  return [
    { value: "", label: "None" },
    ...shown.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
  ];
}
