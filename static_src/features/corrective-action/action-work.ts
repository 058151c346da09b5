import { uploadFile } from "../../api/upload";
import { AnswerSaving } from "../../domain/saving/answer-saving";
import type { CurrentValues } from "../../domain/saving/saving-contract";
import { PhotoQueue } from "./photo-queue";
import { type ActionSaveResult, keyIn, putStepValues } from "./send-values";
import type { ActionStep, CorrectiveAction, StepFile, StepName } from "./types";

/** The fields of an action on the page: their values, problems and files, and the saving. */
export class ActionWork {
  readonly saving: AnswerSaving<ActionSaveResult>;
  readonly photos: PhotoQueue;
  private values: ReadonlyMap<string, unknown>;
  private problems: Readonly<Record<string, readonly string[]>>;
  /** Steps that the user tried to send: all their problems are shown. */
  private attempted: ReadonlySet<StepName> = new Set();
  private readonly files = new Map<number, StepFile>();
  private readonly listeners = new Set<() => void>();

  constructor(action: CorrectiveAction, scope: string) {
    const current = currentValues(action.steps);
    this.values = new Map(Object.entries(current).map(([key, { value }]) => [key, value]));
    this.problems = problemsOf(action.steps);
    this.keepFiles(action.steps);
    const shown = (key: string, value: unknown) => this.show(key, value);
    this.saving = new AnswerSaving<ActionSaveResult>({
      scope,
      iterations: Object.fromEntries(Object.entries(current).map(([key, { iteration }]) => [key, iteration])),
      send: (values) => putStepValues(action.id, values),
      screen: { restore: shown, take: shown, acknowledge: () => {} },
      onSaved: (result) => this.saved(result),
    });
    this.photos = new PhotoQueue({
      scope,
      upload: (file) => uploadFile(file, "NCR", { toast: false }),
      onUploaded: ({ key, place }, uploaded) => {
        this.files.set(uploaded.id, { ...uploaded, created: "", url: `/files/${uploaded.id}` } as StepFile);
        this.edit(key, { id: uploaded.id, place });
      },
    });
    if (!action.actions.write) this.saving.close("");
  }

  /** Restore what an earlier page did not send, and send it. Returns a function that stops it. */
  start(): () => void {
    const stopSaving = this.saving.start();
    const stopPhotos = this.photos.start();
    return () => {
      stopSaving();
      stopPhotos();
    };
  }

  get(key: string): unknown {
    return this.values.get(key) ?? null;
  }

  all = (): ReadonlyMap<string, unknown> => this.values;

  /** Change a field. An emptied text stays shown as an empty row, and is saved as no value. */
  edit(key: string, value: unknown): void {
    this.show(key, value);
    this.saving.edited(key, value === "" ? null : value);
  }

  /** Show a new row, which is saved once it is filled in. */
  open(key: string): void {
    this.show(key, "");
  }

  file(id: number): StepFile | undefined {
    return this.files.get(id);
  }

  /** Return the problems to show at a field: problems of its value, and of an empty field once the user has tried to send the step. */
  problemsAt(key: string): readonly string[] {
    const value = this.get(key);
    const isShown = (value !== null && value !== "") || this.attempted.has(key.slice(0, 2) as StepName);
    return isShown ? (this.problems[key] ?? []) : [];
  }

  problemCount(step: StepName): number {
    return Object.keys(this.problems).filter((key) => key.startsWith(`${step}.`)).length;
  }

  /** Show all problems of steps that cannot be sent yet. */
  attempt(steps: readonly StepName[]): void {
    this.attempted = new Set([...this.attempted, ...steps]);
    this.notify();
  }

  /** Save everything that is typed, and upload all photos. Resolves to true if nothing is left. */
  async flush(): Promise<boolean> {
    const hasPhotos = await this.photos.flush();
    return (await this.saving.flush()) && hasPhotos;
  }

  /** Show the state after a move, or after another load. */
  refresh(action: CorrectiveAction): void {
    this.keepFiles(action.steps);
    this.problems = problemsOf(action.steps);
    const current = currentValues(action.steps);
    this.saving.refresh(current);
    if (action.actions.write) this.saving.reopen();
    else {
      // Viewers who cannot write have nothing unsent, so the values of the server replace all others.
      this.values = new Map(Object.entries(current).map(([key, { value }]) => [key, value]));
      this.saving.close("");
    }
    this.notify();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private saved(result: ActionSaveResult): void {
    const others = Object.entries(this.problems).filter(
      ([key]) => !result.steps.includes(key.slice(0, 2) as StepName),
    );
    this.problems = { ...Object.fromEntries(others), ...result.problems };
    for (const files of Object.values(result.files)) for (const file of files) this.files.set(file.id, file);
    this.notify();
  }

  private keepFiles(steps: readonly ActionStep[]): void {
    for (const { files } of steps) for (const file of files) this.files.set(file.id, file);
  }

  private show(key: string, value: unknown): void {
    this.values = new Map([...this.values, [key, value]]);
    this.notify();
  }

  private notify(): void {
    // A new map, so that fields render again when only their problems have changed.
    this.values = new Map(this.values);
    for (const listener of [...this.listeners]) listener();
  }
}

/** Return the values of all steps with their iterations, by key with the step; emptied fields are null. */
function currentValues(steps: readonly ActionStep[]): CurrentValues {
  return Object.fromEntries(
    steps.flatMap(({ step, values, iterations }) =>
      Object.keys({ ...iterations, ...values }).map((key) => [
        keyIn(step, key),
        { value: (values as Record<string, unknown>)[key] ?? null, iteration: iterations[key] ?? 0 },
      ]),
    ),
  );
}

function problemsOf(steps: readonly ActionStep[]): Record<string, string[]> {
  return Object.fromEntries(
    steps.flatMap(({ step, problems }) =>
      Object.entries(problems).map(([key, sentences]) => [keyIn(step, key), sentences]),
    ),
  );
}
