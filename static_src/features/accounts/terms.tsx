import { usePageContext } from "../../lib/browser/page-context";
import "./accounts.scss";

/** The terms of use and the privacy notice, in plain language (specification, section 2, Accept invite). */
export function Terms() {
  const { productName } = usePageContext();
  return (
    <div className="terms rich-text">
      <h3>1. What this is</h3>
      <p>
        {productName} is a service in which organisations keep up their business relationships: they exchange
        messages, questionnaires, assessments and reports. These terms are between you, the organisation that
        you act for, and the operator of {productName}. By accepting them you confirm that you may do so for
        your organisation.
      </p>
      <h3>2. Your account</h3>
      <ul>
        <li>
          Your account is for you alone. Keep your password to yourself and tell us if someone else knows it.
        </li>
        <li>What you enter is true to the best of your knowledge, and you may pass it on.</li>
        <li>
          You don't use the service to harm others: no unlawful content, no malicious files, no attempts to
          reach what is not yours.
        </li>
      </ul>
      <h3>3. Your content</h3>
      <p>
        What you and your organisation enter stays yours. You let us store it, process it and show it to those
        rowsText you send it to, which is what the service is for. What has been sent to another organisation
        stays with that organisation.
      </p>
      <h3>4. The service</h3>
      <p>
        We run the service with care and keep back-ups, but do not promise that it is without interruption or
        error. We may change it; where a change takes something away that you pay for, we tell you 30 days
        before.
      </p>
      <h3>5. Liability</h3>
      <p>
        Our liability for all claims in connection with the service is limited to the subscription fees that
        your organisation paid for it in the 12 months preceding the event that gave rise to the claim.
        Neither side is liable for lost profit or for indirect or consequential loss. Nothing here limits
        liability for death or personal injury caused by negligence, for fraud, or wherever the law does not
        allow it to be limited.
      </p>
      <h3>6. Ending</h3>
      <p>
        You can stop at any time; your organisation's administrators can suspend your account. We may suspend
        an account that breaks these terms, after a warning where there is time for one. When your
        organisation leaves, we hand over its content in a common format on request, and erase it after 90
        days unless the law makes us keep it.
      </p>
      <h3>7. Privacy</h3>
      <ul>
        <li>
          <strong>What we keep:</strong> your name, business contact details, picture if you add one, what you
          enter and send, and a log of what was done and when.
        </li>
        <li>
          <strong>What for:</strong> to run the service for you and the organisations that you deal with, to
          keep it secure, and to meet legal duties. We don't sell data and show no advertising.
        </li>
        <li>
          <strong>Who sees it:</strong> people of your own organisation, those at organisations that you have
          a relationship with, and suppliers of ours who run servers and send mail on our instructions.
        </li>
        <li>
          <strong>Cookies:</strong> one that keeps you signed in, and those that remember how you want the
          pages to look. None follow you elsewhere.
        </li>
        <li>
          <strong>Your rights:</strong> you may ask for a copy of your data, have it corrected or erased,
          object to its use, and complain to your data protection authority.
        </li>
      </ul>
      <h3>8. Changes and law</h3>
      <p>
        When we change these terms, we tell you 30 days before, and you can leave instead. The law of the
        country in which the operator has its seat applies, and the courts there decide, unless mandatory law
        gives you another place.
      </p>
    </div>
  );
}
