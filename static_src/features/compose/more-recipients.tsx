import { useState } from "react";
import { type Level, levels } from "../../domain/level";
import { formatCount, groupDigits } from "../../lib/text/numbers";
import { Button, IconButton } from "../../ui/button";
import { Field, FieldGroup } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { Checkbox, TextArea } from "../../ui/inputs";
import { MultiTypeAhead } from "../../ui/multi-type-ahead";
import type { Draft } from "./draft";
import { hasGroups, withoutLines } from "./request-draft";
import { searchTags } from "./searches";
import { type Preview, usePreview } from "./use-preview";
import { ViewField } from "./view-field";
import "./compose.scss";

type Props = {
  id: string;
  draft: Draft;
  error?: string[] | undefined;
  onChange: (changes: Partial<Draft>) => void;
  /** The request that gets more suppliers; null for a new one. */
  requestId?: number | null;
};

/** Further ways to choose recipients, which only the server can count: tags, levels, the Network filter and a list. */
export function MoreRecipients({ id, draft, error, onChange, requestId = null }: Props) {
  const [isOpen, setOpen] = useState(() => hasGroups(draft));
  const { preview, failed } = usePreview(draft, requestId);
  if (!isOpen && !error) {
    return (
      <div className="field">
        <Button variant="link" icon="add" onClick={() => setOpen(true)}>
          Add by saved view, tag, level or pasted list
        </Button>
      </div>
    );
  }
  const { networkFilter } = draft;
  return (
    <div className="compose-groups">
      {networkFilter && !networkFilter.viewId && (
        <p className="compose-filter">
          <Icon name="network" />
          <span>All organisations that match: {networkFilter.text}</span>
          <IconButton
            icon="close"
            size="sm"
            label="Remove the Network filter"
            onClick={() => onChange({ networkFilter: null })}
          />
        </p>
      )}
      <ViewField value={networkFilter} onChange={(chosen) => onChange({ networkFilter: chosen })} />
      <Field label="Tags" hint="Every supplier with one of these tags.">
        <MultiTypeAhead
          value={draft.tags}
          search={searchTags}
          placeholder="Type a tag"
          onChange={(tags) => onChange({ tags })}
        />
      </Field>
      <FieldGroup label="Levels" hint="Every supplier at one of these levels.">
        <div className="compose-levels">
          {levels
            .filter((level) => level !== "None")
            .map((level) => (
              <Checkbox
                key={level}
                label={level}
                checked={draft.levels.includes(level)}
                onChange={({ target }) =>
                  onChange({ levels: withLevel(draft.levels, level, target.checked) })
                }
              />
            ))}
        </div>
      </FieldGroup>
      <Field
        label="Pasted list"
        id={id}
        error={error}
        hint="Names and e-mail addresses, one per line or separated by commas, semicolons or tabs; up to 500."
      >
        <TextArea
          rows={6}
          value={draft.pasted}
          spellCheck={false}
          autoComplete="off"
          placeholder="Jo Park <jo@example.com>"
          onChange={({ target }) => onChange({ pasted: target.value })}
        />
      </Field>
      {failed && (
        <p className="field-error">The recipients could not be counted. They are checked on sending.</p>
      )}
      {preview && <PreviewResult preview={preview} draft={draft} onChange={onChange} />}
    </div>
  );
}

const shownProblems = 5;

function PreviewResult({
  preview,
  draft,
  onChange,
}: { preview: Preview } & Pick<Props, "draft" | "onChange">) {
  const lineCount = draft.pasted.split("\n").length;
  const badLines = preview.problems.flatMap(({ line }) => (line !== null && line <= lineCount ? [line] : []));
  const shown = preview.problems.slice(0, shownProblems);
  const more = preview.problems.length - shown.length;
  return (
    <div className="compose-preview">
      <p role="status">{previewText(preview)}</p>
      {preview.errors.map((sentence) => (
        <p key={sentence} className="compose-problem">
          {sentence}
        </p>
      ))}
      {shown.length > 0 && (
        <ul className="compose-problems">
          {shown.map(({ line, text, sentence }) => (
            <li key={`${line}-${text}`}>
              {line === null ? (
                sentence
              ) : (
                <>
                  Line {line}, <bdi>{text}</bdi>: {sentence}
                </>
              )}
            </li>
          ))}
          {more > 0 && <li>And {groupDigits(more)} more.</li>}
        </ul>
      )}
      {badLines.length > 0 && (
        <Button size="sm" onClick={() => onChange({ pasted: withoutLines(draft.pasted, badLines) })}>
          {badLines.length === 1 ? "Remove this line" : `Remove these ${groupDigits(badLines.length)} lines`}
        </Button>
      )}
    </div>
  );
}

/** "34 suppliers. 2 duplicates are sent once." */
export function previewText({ total, duplicates, present, unrelated, inBackground }: Preview): string {
  const sentences = [`${formatCount(total, "supplier")}.`];
  if (duplicates > 0) {
    sentences.push(`${formatCount(duplicates, "duplicate is", "duplicates are")} sent once.`);
  }
  if (present > 0) {
    sentences.push(
      present === 1
        ? "1 has this request already and is left out."
        : `${groupDigits(present)} have this request already and are left out.`,
    );
  }
  if (unrelated > 0) {
    sentences.push(
      unrelated === 1
        ? "1 more matches, but has no relationship above None and is left out."
        : `${unrelated > 999 ? "More than 999" : groupDigits(unrelated)} more match, but have no relationship above None and are left out.`,
    );
  }
  if (inBackground) sentences.push("Sending continues in the background.");
  return sentences.join(" ");
}

function withLevel(chosen: readonly Level[], level: Level, isOn: boolean): Level[] {
  return isOn ? [...chosen, level] : chosen.filter((other) => other !== level);
}
