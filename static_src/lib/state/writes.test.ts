import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** `useSave`, and the hooks and dialogs that are built on it. */
const savers =
  /\b(useSave|ActionDialog|useSending|ConfirmModal|DeadlineModal|DownloadButton|PublishModal|StartImport|useDownload)\b/;
const write = /\brequest\(\s*"(POST|PUT|DELETE)"/;

/** Modules that write without `useSave`, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "api/upload.ts": "the upload queue has progress, cancellation and retries",
  "domain/bulk/follow-job.tsx": "undoes a job from a toast, which has no component to wait",
  "domain/documents/use-reading.ts": "proposes values for a form, and saves nothing",
  "domain/threads/mark-seen.ts": "reports in the background that the viewer has seen a thread",
  "features/accounts/session.ts": "signs in before the page is interactive, and leaves the page",
  "features/accounts/use-judged-password.ts": "checks a password while it is typed, and saves nothing",
  "features/accounts/use-passkey-autofill.ts":
    "offers passkeys in the e-mail field, and signs in when the browser returns one",
  "features/compose/use-preview.ts": "counts recipients, and saves nothing",
  "features/corrective-action/send-values.ts": "AnswerSaving stores each field and repeats the save",
  "features/forms/editor/preview/pdf.tsx": "starts a file that is shown when it is ready",
  "features/forms/editor/preview/preview-saving.ts": "saves on a schedule while the user types",
  "features/forms/editor/session.ts": "saves on a schedule while the user types",
  "features/messages/deleted-thread.ts": "restores a thread from a toast, which has no component to wait",
  "features/requests/evaluation/mark-store.ts": "saves on a schedule while the user types",
  "features/rfx/detail/answering/answering.ts": "saves on a schedule while the user types",
  "features/rfx/detail/moves/make-file.ts": "starts a download, whose menu shows the progress",
  "features/rfx/detail/moves/submitting.ts":
    "a page without room for TanStack Query loads it with the dialogs only",
  "features/rfx/detail/report-opened.ts": "reports in the background that the viewer has opened an RFx",
  "features/shell/sign-out.ts": "ends the session after the saves in progress, and leaves the page",
};

const sources = fs
  .readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^testing\/|\.d\.ts$/.test(name))
  .map((name) => ({ name, text: fs.readFileSync(path.join(root, name), "utf8") }));

/** Modules of request functions; the modules that call these functions are checked in their place. */
const isCallsModule = (name: string) => /calls?\.ts$/.test(name);

const writers = sources.filter(({ name }) => isCallsModule(name)).flatMap(writingFunctions);

function writingFunctions({ name, text }: { name: string; text: string }) {
  return text
    .split(/^export (?:async )?function /m)
    .slice(1)
    .filter((body) => write.test(body))
    .map((body) => ({ module: name.replace(/\.ts$/, ""), called: /^\w+/.exec(body)?.[0] ?? "" }));
}

function isWriting({ name, text }: { name: string; text: string }): boolean {
  if (isCallsModule(name)) return false;
  const imports = [...text.matchAll(/^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]*)"/gm)];
  return (
    write.test(text) ||
    imports.some(([, names = "", all, from = ""]) => {
      const module = path.posix.join(path.posix.dirname(name), from);
      const isUsed = (called: string) =>
        all ? text.includes(`${all}.${called}`) : names.split(/[\s,]+/).includes(called);
      return writers.some((writer) => writer.module === module && isUsed(writer.called));
    })
  );
}

test("every module that writes to the API uses useSave, or has a reason not to", () => {
  const direct = sources.filter((source) => isWriting(source) && !savers.test(source.text));
  expect(direct.map(({ name }) => name).sort()).toEqual(Object.keys(exceptions).sort());
});
