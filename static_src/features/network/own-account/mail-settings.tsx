import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import { useQuery, useQueryClient } from "../../../lib/state/queries";
import { useSave } from "../../../lib/state/use-save";
import { Card } from "../../../ui/card";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { type Choice, Select } from "../../../ui/inputs";
import { LoadFailedLine } from "../../../ui/load-failed-line";
import { Skeleton } from "../../../ui/skeleton";
import "../network.scss";

type MailSetting = ApiResponse<"MailSetting">;
type Kind = MailSetting["kind"];

const mailSettingsKey = ["mailSettings"];

const labels: readonly { kind: Kind; label: string }[] = [
  { kind: "RESPONSE_SUBMITTED", label: "Responses submitted" },
  { kind: "SURVEY_COMPLETED", label: "Surveys completed" },
  { kind: "RFX_DECLINED", label: "Requests declined" },
  { kind: "RFX_HANDED_OVER", label: "Requests handed over" },
  { kind: "DEADLINE_PASSED", label: "Deadlines passed" },
  { kind: "REVIEW_DONE", label: "Reviews of parts finished" },
  { kind: "FOLLOW_UP_ANSWERED", label: "Follow-ups answered" },
  { kind: "RESOLUTION_REQUESTED", label: "Sign-off of a non-conformance requested" },
  { kind: "CORRECTIVE_STEP_SENT", label: "Steps of corrective actions sent" },
  { kind: "CORRECTIVE_STEP_LATE", label: "Steps of corrective actions that are late" },
  { kind: "INVITATION_ACCEPTED", label: "Invitations accepted" },
  { kind: "DOCUMENT_RECEIVED", label: "Documents received" },
  { kind: "DOCUMENT_REJECTED", label: "Documents rejected" },
  { kind: "DOCUMENT_ENDING", label: "Documents that end" },
  { kind: "SCHEDULE_ENDED", label: "Schedules that ended" },
  { kind: "DUE", label: "Tasks due tomorrow, due today or one day late" },
];

/** Kinds that are never mailed at once. */
const dailyOnly: ReadonlySet<Kind> = new Set([
  "DUE",
  "DOCUMENT_ENDING",
  "SCHEDULE_ENDED",
  "CORRECTIVE_STEP_LATE",
]);

const choices: readonly Choice<MailSetting["delivery"]>[] = [
  { value: "AT_ONCE", label: "At once" },
  { value: "DAILY", label: "In the daily e-mail" },
  { value: "NEVER", label: "Never" },
];

/** The viewer's choice of e-mails, saved with each change. Updates on Home do not depend on it. */
export function MailSettings() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: mailSettingsKey,
    queryFn: ({ signal }) => request("GET", "/api/notification/setting", { signal }),
  });
  const { save, failure } = useSave({
    send: (setting: MailSetting) =>
      request("PUT", "/api/notification/setting", { body: { settings: [setting] } }),
    success: "Saved",
    onSaved: (settings) => client.setQueryData(mailSettingsKey, settings),
    onError: () => refetch(),
    perInput: true,
  });
  const choose = ({ kind, delivery }: MailSetting) => {
    client.setQueryData<MailSetting[]>(mailSettingsKey, (settings) =>
      settings?.map((setting) => (setting.kind === kind ? { kind, delivery } : setting)),
    );
    save({ kind, delivery });
  };
  return (
    <div id="notifications">
      <Card title="Notifications">
        <p className="text-secondary">
          Choose when we e-mail you. Everything also appears under Updates on Home. The daily e-mail comes in
          the morning, and only if there is something in it. Invitations, requests to you, changed deadlines
          and security e-mails are always sent at once.
        </p>
        <FailureAlert error={failure} />
        {!data &&
          (isError ? (
            <LoadFailedLine title="Your settings could not be loaded." refetch={refetch} />
          ) : (
            <Skeleton lines={8} />
          ))}
        {data && (
          <div className="mail-settings">
            {labels.map(({ kind, label }) => (
              <Field key={kind} label={label}>
                <Select
                  options={dailyOnly.has(kind) ? choices.filter(({ value }) => value !== "AT_ONCE") : choices}
                  value={data.find((setting) => setting.kind === kind)?.delivery ?? ""}
                  onChange={({ target }) =>
                    choose({ kind, delivery: target.value as MailSetting["delivery"] })
                  }
                />
              </Field>
            ))}
          </div>
        )}
      </Card>
    </div>
  );
}
