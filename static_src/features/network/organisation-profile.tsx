import { Card, Facts } from "../../ui/card";
import { RichText } from "../../ui/rich-text";
import { profileTexts } from "./profile-fields";
import type { Organisation } from "./types";
import "./network.scss";

/** Profile of an organisation. */
export function OrganisationProfile({ organisation }: { organisation: Organisation }) {
  const { descriptionHtml } = organisation;
  // The website comes first, although it is the last text of the form.
  const facts = [...profileTexts].reverse().flatMap((text): [string, React.ReactNode][] => {
    const value = organisation[text.name];
    if (!value || !("publicLabel" in text)) return [];
    return [[text.publicLabel, "isUrl" in text ? <Website key={text.name} url={value} /> : value]];
  });
  return (
    <Card>
      <BriefDescription text={organisation.briefDescription} />
      {descriptionHtml && <RichText html={descriptionHtml} className="mt-3" />}
      {facts.length > 0 && (
        <div className="mt-3">
          <Facts items={facts} />
        </div>
      )}
    </Card>
  );
}

/** The brief description in quotes, or a text for a missing description. */
export function BriefDescription({ text }: { text: string | null }) {
  if (!text) return <p className="text-secondary">No brief description</p>;
  return <p className="brief-description">“{text}”</p>;
}

/** A link for http and https addresses, otherwise plain text. */
function Website({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <>{url}</>;
  return (
    <a href={url} rel="noopener noreferrer nofollow" target="_blank">
      {url.replace(/^https?:\/\//i, "").replace(/\/$/, "")}
    </a>
  );
}
