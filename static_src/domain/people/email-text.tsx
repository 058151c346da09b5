import { Fragment } from "react";

/** An e-mail address; where a line has no room for it, it goes on after a sign rather than within a word. */
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
