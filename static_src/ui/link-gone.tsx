import { Icon } from "./icon";

/** Content of a guest's page whose link is not, or no longer, valid. */
export function LinkGone({ text, hint }: { text: string; hint?: string | null }) {
  return (
    <div className="error-page">
      <Icon name="link" className="error-page-icon" />
      <h1 className="error-page-title">{text}</h1>
      <p className="text-secondary">{hint ?? "Please ask the person who sent it to you for a new one."}</p>
    </div>
  );
}
