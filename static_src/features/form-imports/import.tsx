import { useRef, useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useSave } from "../../lib/state/use-save";
import { formatCount } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { Crumbs, PageHeader } from "../../ui/page-header";
import { Columns } from "./columns";
import { Comparison } from "./comparison";
import { CreateForm } from "./create-form";
import { Library } from "./library";
import { Questions } from "./questions";
import { type Chosen, chosenOf, type FormImport, stateLabels } from "./types";
import "./form-imports.scss";

const pollInterval = 400;

/** /forms/import/{id}: the columns of a file, its questions with what to look at, and the form as respondents see it. */
export default function FormImportPage({ first }: { first: FormImport }) {
  const client = useQueryClient();
  const key = ["docFormImport", first.id];
  const { data: read } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      request("GET", "/api/docFormImport/{doc_form_import_id}", {
        path: { doc_form_import_id: first.id },
        toast: false,
        signal,
      }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.state === "READING" ? pollInterval : false),
  });
  // The choices as typed, until the server has answered to the last of them.
  const [typed, setTyped] = useState<Chosen | null>(null);
  const latest = useRef<Chosen | null>(null);
  const { save, busy, failure } = useSave({
    send: (chosen: Chosen) =>
      request("PUT", "/api/docFormImport/{doc_form_import_id}/mapping", {
        path: { doc_form_import_id: first.id },
        body: chosen,
        toast: false,
      }),
    onSaved: (next, sent) => {
      client.setQueryData(key, next);
      if (latest.current === sent) setTyped(null);
      else if (latest.current) setTimeout(() => latest.current && save(latest.current));
    },
    failureOf: errorText,
  });
  const chosen = typed ?? chosenOf(read);
  const change = (part: Partial<Chosen>) => {
    const next = { ...chosen, ...part };
    latest.current = next;
    setTyped(next);
    save(next);
  };
  return (
    <>
      <PageHeader
        above={
          <Crumbs
            items={[
              { label: "Forms", href: "/forms" },
              { label: "From a spreadsheet", href: "/forms/import" },
              { label: read.filename },
            ]}
          />
        }
        title={<bdi>{read.filename}</bdi>}
        badges={<Badge>{stateLabels[read.state]}</Badge>}
        sub={read.state === "READY" ? <Recognised read={read} /> : undefined}
      />
      {read.state === "READING" && (
        <div role="status">
          <p>Reading the file... You can leave this page.</p>
        </div>
      )}
      {read.state === "FAILED" && (
        <EmptyState
          icon="error"
          title={read.error ?? "The file could not be read."}
          action={
            <ButtonLink variant="primary" href="/forms/import">
              Choose another file
            </ButtonLink>
          }
        />
      )}
      {read.state === "CREATED" && (
        <EmptyState
          icon="completed"
          title="The draft of this file was created."
          text="Upload the file again to create another form."
          action={
            <ButtonLink variant="primary" href={`/forms/${read.docFormId}`}>
              Open the form
            </ButtonLink>
          }
        />
      )}
      {read.state === "READY" && (
        <>
          <FailureAlert error={failure} />
          {read.comparison && <Comparison comparison={read.comparison} title={read.formTitle} />}
          <Columns read={read} chosen={chosen} onChange={change} />
          <Questions read={read} chosen={chosen} isChecking={busy} onChange={change} />
          {read.matches.length > 0 && <Library read={read} chosen={chosen} onChange={change} />}
          <CreateForm key={`${read.formTitle}`} read={read} isChecking={busy || typed !== null} />
        </>
      )}
    </>
  );
}

/** The kind of the file: a known questionnaire, or the sheets with questions. */
function Recognised({ read: { profile, questions, sections, mapping } }: { read: FormImport }) {
  const asked = formatCount(questions.length, "question");
  if (profile)
    return (
      <>
        This looks like {profile.title}: {asked}
        {sections > 0 && ` in ${sections} ${profile.groups}`}.
      </>
    );
  const used = mapping.filter(({ isUsed }) => isUsed).length;
  return (
    <>
      {formatCount(used, "sheet looks", "sheets look")} like a questionnaire: {asked}
      {sections > 0 && ` in ${formatCount(sections, "section")}`}.
    </>
  );
}
