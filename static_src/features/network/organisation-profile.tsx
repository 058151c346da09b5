import { Card, Facts } from "../../ui/card";
import { RichText } from "../../ui/rich-text";
import type { Organisation } from "./types";
import "./network.scss";

/** Profile of an organisation. */
export function OrganisationProfile({ organisation }: { organisation: Organisation }) {
  const { descriptionHtml, websiteUrl, registrationNumber } = organisation;
  const facts: [string, React.ReactNode][] = [];
  if (websiteUrl) facts.push(["Website", <Website key="website" url={websiteUrl} />]);
  if (registrationNumber) facts.push(["Registration number", registrationNumber]);
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
