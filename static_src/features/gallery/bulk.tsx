import { useState } from "react";
import type { BulkPreview } from "../../domain/bulk/bulk";
import { BulkBar } from "../../domain/bulk/bulk-bar";
import { BulkDialog } from "../../domain/bulk/bulk-dialog";
import { SelectionStatus } from "../../domain/bulk/list-selection";
import { PreviewText } from "../../domain/bulk/preview-text";
import { useSelection } from "../../domain/bulk/use-selection";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { Example } from "./example";

type Row = { id: number; name: string; country: string };

const rows: readonly Row[] = [
  { id: 1, name: "Bergmann Präzision GmbH", country: "Germany" },
  { id: 2, name: "Kisumu Castings", country: "Kenya" },
  { id: 3, name: "Mori Seiki Tools", country: "Japan" },
  { id: 4, name: "Ferrum & Filz AG", country: "Switzerland" },
];

const columns: readonly Column<Row>[] = [
  { key: "name", title: "Supplier", primary: true, render: ({ name }) => name },
  { key: "country", title: "Country", render: ({ country }) => country },
];

const preview: BulkPreview = {
  total: 312,
  ids: null,
  willChange: 298,
  unchanged: 9,
  unchangedReasons: [{ reason: "Answered already.", count: 9 }],
  cannotTotal: 5,
  cannotReasons: [{ reason: "No contact.", count: 5 }],
  cannot: [
    { label: "Harbour Mills Packaging", reason: "No contact." },
    { label: "Tatra Plast a.s.", reason: "No contact." },
  ],
  mails: 298,
  sampleMail: {
    to: "Anke Holm <anke.holm@kaiser.example>",
    subject: "Reminder: Supplier qualification 2027",
    text: "Hello Anke Holm,\n\nMeridian Surgical is waiting for your answers until 2 Dec 2026.",
  },
};

const act = (text: string) => () => toasts.info(text);

export function BulkExamples() {
  const selection = useSelection({ rows, total: 312, byFilter: true });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Example
        name="useSelection, BulkBar"
        use="Checkboxes for the rows, ranges with Shift, and a bar with the actions."
        wide
      >
        <DataTable
          label="Suppliers to select"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowHref={({ id }) => `#supplier-${id}`}
          ticks={selection.ticks}
          empty={<EmptyState title="No suppliers yet." />}
        />
        <SelectionStatus selection={selection} />
        <BulkBar
          selection={selection}
          actions={[
            { label: "Remind", icon: "bell", onSelect: act("Remind") },
            { label: "Change deadline...", icon: "calendar", onSelect: act("Change deadline") },
            { label: "Message...", icon: "message", onSelect: act("Message") },
            { label: "Export", icon: "download", onSelect: act("Export") },
          ]}
        />
      </Example>
      <Example
        name="PreviewText"
        use="The preview in BulkDialog: what will change, what can't, and the mails."
        wide
      >
        <PreviewText preview={preview} unchangedText="answered already" />
      </Example>
      <Example
        name="BulkDialog"
        use="The fields of an action, its preview, and the button that starts it. Without arguments there is no preview."
        inline
      >
        <Button onClick={() => setOpen(true)}>Add tags...</Button>
        {isOpen && (
          <BulkDialog
            kind="gallery"
            title="Add tags to 312 suppliers"
            selected={selection.selected}
            args={null}
            confirmLabel="Add tags"
            onClose={() => setOpen(false)}
          >
            <Field label="Tags">
              <TextInput />
            </Field>
          </BulkDialog>
        )}
      </Example>
      <Example
        name="toasts, progress"
        use="Work that continues on other pages, with a link to its page."
        inline
      >
        <Button
          onClick={() =>
            toasts.info(
              "Send reminders",
              { label: "Show", run: act("Show") },
              <progress aria-hidden="true" max={100} value={40} />,
            )
          }
        >
          Show progress
        </Button>
      </Example>
    </>
  );
}
