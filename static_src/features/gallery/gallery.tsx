import { useState } from "react";
import { type Theme, usePageContext } from "../../lib/browser/page-context";
import { chooseTheme } from "../../lib/browser/theme";
import { FieldGroup } from "../../ui/field";
import { PageHeader } from "../../ui/page-header";
import { RadioCards } from "../../ui/radio-cards";
import { ActionExamples } from "./actions";
import { BulkExamples } from "./bulk";
import { ChartExamples } from "./charts";
import { ChoiceExamples } from "./choices";
import { Section } from "./example";
import { FeedbackExamples } from "./feedback";
import { InputExamples } from "./inputs";
import { LayoutExamples } from "./layout";
import { TableExamples } from "./tables";
import "./gallery.scss";

const sections = [
  { id: "actions", title: "Actions and overlays", Examples: ActionExamples },
  { id: "inputs", title: "Fields and inputs", Examples: InputExamples },
  { id: "choices", title: "Choices and files", Examples: ChoiceExamples },
  { id: "tables", title: "Tables and lists", Examples: TableExamples },
  { id: "bulk", title: "Actions on many rows", Examples: BulkExamples },
  { id: "charts", title: "Charts and progress", Examples: ChartExamples },
  { id: "feedback", title: "Feedback", Examples: FeedbackExamples },
  { id: "layout", title: "Layout and text", Examples: LayoutExamples },
];

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** /gallery: every component of `ui/`, and `domain/bulk`, in its states, in development and tests. */
export default function Gallery() {
  const [theme, setTheme] = useState<Theme>(usePageContext().theme);
  const change = (value: Theme) => {
    setTheme(value);
    chooseTheme(value);
  };
  return (
    <div className="gallery">
      <PageHeader
        title="Gallery"
        sub="The components of static_src/ui in their states."
        actions={
          <FieldGroup label="Theme" hideLabel className="mb-0">
            <RadioCards value={theme} onChange={change} options={themes} layout="chips" />
          </FieldGroup>
        }
      />
      <nav className="gallery-contents" aria-label="Sections">
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {sections.map(({ id, title, Examples }) => (
        <Section key={id} id={id} title={title}>
          <Examples />
        </Section>
      ))}
    </div>
  );
}
