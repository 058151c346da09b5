import { answerCalls, type Call } from "./server";

type Answer = Parameters<typeof answerCalls>[0];

/** Answer the requests for a company sign-in with none, which depend on the speed of typing; record all others. */
export function answerSignIns(answer: Answer): Call[] {
  const calls: Call[] = [];
  answerCalls((call) => {
    if (call.url.pathname === "/api/session/companySignIn") return { body: { offer: null } };
    calls.push(call);
    return answer(call);
  });
  return calls;
}
