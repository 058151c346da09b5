import { type SubmitEvent, useState } from "react";
import { request } from "../../api/client";
import { ApiError, isNotFound } from "../../api/errors";
import type { ApiResponse } from "../../api/types";
import { Avatar } from "../../domain/people/faces";
import { useUniqueEmail } from "../../domain/people/use-unique-email";
import { browserTimeZone } from "../../lib/browser/time-zone";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { FailureAlert } from "../../ui/failure-alert";
import { useFaultFocus } from "../../ui/use-fault-focus";
import { AcceptAboutYou } from "./accept-about-you";
import { type AcceptValues, acceptFaults, stepOne } from "./accept-form";
import { AcceptOrganisation } from "./accept-organisation";
import type { Judged } from "./new-password";
import { enter } from "./session";
import { LoginLink, SignInFrame } from "./sign-in-frame";
import { useJudgedPassword } from "./use-judged-password";
import "./accounts.scss";

/** The API document leaves the organisation and the relationship of an invitation open. */
export type Invite = Omit<ApiResponse<"Invite">, "user" | "relationship"> & {
  user: Omit<ApiResponse<"InvitedUser">, "organisation"> & { organisation: { name: string; status: string } };
  relationship: { withOrganisation: { name: string } } | null;
};

type Props = {
  uuid: string;
  /** The invitation; null if it is no longer valid. */
  invite: Invite | null;
  rule: string;
  /** The sentence for an invitation that is no longer valid. */
  invalidText: string;
};

/** /acceptInvite/{uuid}: the steps 'About you' and 'Your organisation', then the sign-in (specification, section 2, Accept invite). */
export default function AcceptInvite({ uuid, invite, rule, invalidText }: Props) {
  const [isInvalid, setInvalid] = useState(invite === null);
  if (!invite || isInvalid) return <InvalidInvite text={invalidText} announce={invite !== null} />;
  return <Steps uuid={uuid} invite={invite} rule={rule} onInvalid={() => setInvalid(true)} />;
}

type StepsProps = { uuid: string; invite: Invite; rule: string; onInvalid: () => void };

function Steps({ uuid, invite, rule, onInvalid }: StepsProps) {
  const { user } = invite;
  const [judged, setJudged] = useState<Judged | null>(null);
  const form = useFormFields<AcceptValues>(
    {
      name: user.name,
      email: user.email,
      password: "",
      again: "",
      organisationName: user.organisation.name,
      terms: false,
    },
    (values) => acceptFaults(values, judged),
  );
  const { name, email, password, organisationName } = form.values;
  const emailCheck = useUniqueEmail(email, { own: user.email, inviteUuid: uuid });
  useJudgedPassword(uuid, form.faults.password ? "" : password, setJudged);
  const [step, setStep] = useState<1 | 2>(1);
  const [moved, setMoved] = useState(false);
  const stepOneDone =
    stepOne.every((field) => !form.faults[field]) &&
    judged?.password === password &&
    !emailCheck.checking &&
    !emailCheck.taken;

  const go = (to: 1 | 2) => {
    setMoved(true);
    setStep(to);
  };

  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/user/invite/{uuid}", {
        path: { uuid },
        body: { name, email: email.trim(), password, organisationName, timeZone: browserTimeZone() },
        anonymous: true,
        toast: false,
      }),
    onSaved: () => enter("/home"),
    failureOf: (error) => (isNotFound(error) ? "" : form.refuse(error, stepOne)),
    onError: (error) => {
      if (isNotFound(error)) onInvalid();
      else if (error instanceof ApiError && stepOne.some((field) => error.fields[field])) go(1);
    },
    leaves: true,
  });
  const place = useFaultFocus<HTMLFormElement>(saving);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (step === 1) {
      form.touch(...stepOne);
      if (stepOneDone) go(2);
      return;
    }
    if (form.touchAll()) save();
  };

  return (
    <SignInFrame
      title={step === 1 ? "About you" : "Your organisation"}
      sub={`Step ${step} of 2`}
      announce={moved}
      key={step}
      wide
      above={<InvitedBy invite={invite} />}
    >
      <form ref={place} className="sign-in-form" method="post" noValidate onSubmit={submit}>
        <FailureAlert error={failure} />
        {step === 1 ? (
          <AcceptAboutYou
            form={form}
            ownEmail={user.email}
            taken={emailCheck.taken}
            rule={rule}
            mayGoOn={stepOneDone}
          />
        ) : (
          <AcceptOrganisation
            form={form}
            locked={user.organisation.status === "CONFIRMED"}
            saving={saving}
            onBack={() => go(1)}
          />
        )}
      </form>
    </SignInFrame>
  );
}

function InvitedBy({ invite: { senderName, senderPic, senderOrgName, user } }: { invite: Invite }) {
  return (
    <div className="invited-by">
      <Avatar person={{ name: senderName, picUrl: senderPic }} size="lg" />
      <p>
        <strong>{senderName}</strong>
        {senderOrgName === user.organisation.name ? (
          <>
            {" invites you to join "}
            <strong>{senderOrgName}</strong>.
          </>
        ) : (
          <>
            {" of "}
            <strong>{senderOrgName}</strong>
            {" invites you and your organisation."}
          </>
        )}
      </p>
    </div>
  );
}

function InvalidInvite({ text, announce }: { text: string; announce: boolean }) {
  return (
    <SignInFrame title={text} announce={announce}>
      <LoginLink>Go to Login...</LoginLink>
    </SignInFrame>
  );
}
