import type { ReactNode } from "react";
import type { ProblemBody } from "../../api/errors";
import { emit } from "../../lib/events";
import { StepUpDialog } from "./step-up-dialog";

type Show = (dialog: ReactNode) => void;

let running: Promise<boolean> | null = null;

/**
 * Handle a 403 before its error is shown. If the user has to confirm their identity, ask for it in a dialog, which
 * concurrent requests share, and return true if the request can be repeated. If the user has to add a second factor, leave
 * for its page.
 */
export async function resolveForbidden(response: Response, show: Show): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as ProblemBody | null;
  if (body?.code === "factorRequired") leaveForFactor();
  if (body?.code !== "stepUp") return false;
  running ??= ask(show).finally(() => {
    running = null;
  });
  return running;
}

function ask(show: Show): Promise<boolean> {
  return new Promise((answer) =>
    show(
      <StepUpDialog
        onDone={(confirmed) => {
          show(null);
          answer(confirmed);
        }}
      />,
    ),
  );
}

/** Open the page on which the user adds the second factor that the organisation requires, and that returns to this page. */
function leaveForFactor(): void {
  const { pathname, search, hash } = window.location;
  if (pathname === "/secondFactor") return;
  const to = `/secondFactor?returnUrl=${encodeURIComponent(pathname + search + hash)}`;
  emit("BEFORE_LEAVE", { to });
  window.location.assign(to);
}
