import type { DocNode, FieldAttrs, FieldType, FormDocument } from "../domain/questionnaire/rules/types";

let lastId = 0;

/** Create a field, as a block or within a sentence. */
export function fieldNode(name: string, attrs: FieldAttrs = {}, inline = false): DocNode {
  lastId += 1;
  return {
    type: inline ? "dvField" : "dvFieldBlock",
    attrs: {
      fid: `fid-${String(lastId).padStart(6, "0")}`,
      name,
      type: "TEXT",
      label: `Question ${name}`,
      ...attrs,
    },
  };
}

export function textNode(
  text: string,
  ...marks: { type: string; attrs?: Record<string, unknown> }[]
): DocNode {
  return { type: "text", text, marks };
}

export function blockNode(type: string, content: DocNode[], attrs?: Record<string, unknown>): DocNode {
  return { type, content, ...(attrs ? { attrs } : {}) };
}

export function formOf(...content: DocNode[]): FormDocument {
  return { schemaVersion: 1, doc: { type: "doc", content } };
}

const options = [
  { value: "yes", label: "Yes, fully" },
  { value: "no", label: "No" },
];

/** A form with one required field of every type; its key is the type in lower case. */
export function everyType(): FormDocument {
  const extras: Partial<Record<FieldType, FieldAttrs>> = {
    NUMBER: { suffix: "%", min: "0", max: "100" },
    SINGLE_CHOICE: { options },
    MULTI_CHOICE: { options },
    TABLE: {
      columns: [
        { name: "site", label: "Site", required: true },
        { name: "staff", label: "Staff", type: "NUMBER" },
        { name: "opened", label: "Opened", type: "DATE" },
        { name: "own", label: "Owned", type: "YESNO" },
        { name: "kind", label: "Kind", type: "SINGLE_CHOICE", options },
      ],
    },
  };
  const types: FieldType[] = [
    "TEXT",
    "TEXTAREA",
    "NUMBER",
    "DATE",
    "YESNO",
    "SINGLE_CHOICE",
    "MULTI_CHOICE",
    "COUNTRY",
    "CURRENCY_AMOUNT",
    "EMAIL",
    "URL",
    "FILE",
    "TABLE",
    "FORMSIGNATURE",
  ];
  return formOf(
    ...types.map((type) =>
      fieldNode(type.toLowerCase(), {
        type,
        label: `A ${type.toLowerCase()}`,
        hint: `How to answer a ${type.toLowerCase()}`,
        required: true,
        ...extras[type],
      }),
    ),
  );
}
