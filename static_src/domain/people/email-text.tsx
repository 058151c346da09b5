import { Fragment } from "react";

/** An e-mail address that breaks after punctuation or before its @, not within a word. */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(/(?<=[._-])|(?=@)/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are in their order and have no state
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
