import { usePageContext } from "../../lib/browser/page-context";
import { Card, Facts } from "../../ui/card";
import { Due } from "../../ui/due";
import { FilterTabs } from "../../ui/filter-tabs";
import { Icon } from "../../ui/icon";
import { BackLink, Crumbs } from "../../ui/page-header";
import { Parts } from "../../ui/parts";
import { RichText } from "../../ui/rich-text";
import { Tabs } from "../../ui/tabs";
import { Time } from "../../ui/time";
import { Example } from "./example";

const tabs = [
  { key: "details", label: "Details", content: () => <p>The details of the record.</p> },
  { key: "messages", label: "Messages", content: () => <p>The messages about the record.</p> },
  { key: "journal", label: "Journal", content: () => <p>The events of the record.</p> },
];

export function LayoutExamples() {
  const { now } = usePageContext();
  return (
    <>
      <Example name="PageHeader, BackLink, Crumbs" use="The top of a page, as on this one; the way back.">
        <BackLink href="#layout" />
        <Crumbs items={[{ label: "Suppliers", href: "#layout" }, { label: "Kisumu Castings" }]} />
      </Example>
      <Example name="Tabs" use="Parts of one record; the active tab is in the address.">
        <Tabs label="Parts of the record" tabs={tabs} />
      </Example>
      <Example name="Card, Facts" use="A framed part of a page; name and value pairs.">
        <Card title="Contact" level={3} actions={<a href="#layout">Edit</a>}>
          <Facts
            items={[
              ["Name", "Rosa Meyer"],
              ["Country", "Germany"],
            ]}
          />
        </Card>
        <Card>
          <Facts stacked items={[["Language", "English"]]} />
        </Card>
      </Example>
      <Example name="Due" use="Due dates: far off, soon and late.">
        <Due value="2027-12-01" withWord />
        <Due value={now.slice(0, 10)} />
        <Due value="2026-11-01" />
      </Example>
      <Example name="FilterTabs" use="The main filter of a list, as links.">
        <FilterTabs
          label="Direction"
          tabs={[
            { value: "", label: "All", href: "#all" },
            { value: "sent", label: "Sent", href: "#sent" },
          ]}
          current=""
          onChange={() => {}}
        />
      </Example>
      <Example name="Time, Parts" use="Dates in the user's format; a list in one line.">
        <Time value={now} />
        <Time value={now} as="dateTime" />
        <Time value={now} as="time" />
        <Time value={now} as="age" />
        <Time value={null} none="No date" />
        <p className="mb-0">
          <Parts parts={["Nairobi", "Kenya"]} />
        </p>
      </Example>
      <Example
        name="Icon"
        use="A picture of the sprite; with a label only where no text is next to it."
        inline
      >
        <Icon name="calendar" />
        <Icon name="upload" size="lg" />
        <Icon name="warning" label="Warning" />
      </Example>
      <Example name="RichText" use="Formatted text that the server has cleaned.">
        <RichText html="<p>Please measure <strong>all bores</strong>:</p><ul><li>diameter</li><li>roughness</li></ul>" />
      </Example>
    </>
  );
}
