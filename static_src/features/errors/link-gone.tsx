import { LinkGone } from "../../domain/sign-in/guest-page";

/** Page of a guest link that is not, or no longer, valid, with the sentence of the server. */
export default function LinkGonePage(props: { text: string; hint: string | null }) {
  return <LinkGone {...props} />;
}
