import { useEffect, useEffectEvent } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { loadPasskeys } from "../../domain/sign-in/load-passkeys";

/** Milliseconds after which the options are renewed, before they expire after five minutes. */
const renewAfter = 240_000;

type Options = {
  isWanted: boolean;
  onSignedIn: () => void;
  /** Called with a sentence if the server did not accept the chosen passkey. */
  onFault: (sentence: string) => void;
};

/** Let the browser offer passkeys in the e-mail field, and sign in with the one that the user picks. */
export function usePasskeyAutofill({ isWanted, onSignedIn, onFault }: Options): void {
  const signedIn = useEffectEvent(onSignedIn);
  const fail = useEffectEvent(onFault);
  useEffect(() => {
    if (!isWanted) return;
    let isMounted = true;
    let cancel = () => {};
    const offer = async () => {
      if (!isMounted || !(await hasAutofill())) return;
      const passkeys = await loadPasskeys();
      const call = { anonymous: true, toast: false } as const;
      const { ticket, options } = await request("POST", "/api/session/passkey/options", call);
      if (!isMounted) return;
      cancel = passkeys.cancelPasskey;
      const credential = await passkeys.requestPasskey(options, true);
      try {
        await request("POST", "/api/session/passkey", { body: { ticket, credential }, ...call });
        if (isMounted) signedIn();
      } catch (error) {
        if (isMounted) fail(errorText(error));
      }
    };
    // Without it the form works as before, so a failure before the user has picked a passkey needs no message.
    const start = () => void offer().catch(() => undefined);
    start();
    const timer = setInterval(start, renewAfter);
    return () => {
      isMounted = false;
      clearInterval(timer);
      cancel();
    };
  }, [isWanted]);
}

async function hasAutofill(): Promise<boolean> {
  const { PublicKeyCredential: credentials } = window;
  return (await credentials?.isConditionalMediationAvailable?.()) ?? false;
}
