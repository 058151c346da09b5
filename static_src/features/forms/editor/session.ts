import type { FormDocument } from "../../../domain/questionnaire/rules/types";
import { loadForm, saveForm } from "./calls";
import { FormSaving } from "./saving/form-saving";
import type { FormContent, OpenForm } from "./types";

/** View that shows and edits the document. */
export interface Surface {
  read: () => FormDocument;
  write: (doc: FormDocument) => void;
  focus: () => void;
}

/** Open form: the title and document on the screen, and their saving. */
export class FormSession {
  readonly saving: FormSaving;
  private current: FormContent;
  private surface: Surface | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(form: OpenForm, userId: number | null) {
    this.current = { title: form.title, doc: form.doc };
    this.saving = new FormSaving({
      form,
      scope: `${userId ?? 0}.${form.seriesId}`,
      content: this.content,
      show: (content) => this.show(content),
      send: saveForm,
      load: (id) => loadForm(id),
      userId,
    });
  }

  /** Connect the loaded editor; from now on its document is the content. Returns a function that disconnects it. */
  attach(surface: Surface): () => void {
    this.surface = surface;
    return () => {
      this.current = this.content();
      if (this.surface === surface) this.surface = null;
    };
  }

  content = (): FormContent => {
    // A form must have a title, so an empty title is replaced by the last one.
    const { title, doc } = this.current;
    return { title: title.trim() || this.saving.snapshot().form.title, doc: this.surface?.read() ?? doc };
  };

  /** Focus the text, for example when the notice that had the focus disappears. */
  focus(): void {
    this.surface?.focus();
  }

  /** Return the title as typed. */
  title = (): string => this.current.title;

  /** Return the document for the view without the editor. */
  document = (): FormDocument => this.current.doc;

  setTitle(title: string): void {
    this.current = { ...this.current, title };
    this.saving.markEdited();
    this.notify();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Show other content: a draft, or the content that another user saved. */
  show(content: FormContent): void {
    this.current = content;
    this.surface?.write(content.doc);
    this.notify();
  }

  /**
   * Replace the document by that of an earlier revision of this form, as one step for Undo; it is saved like any
   * change. Returns that revision, or null if `id` belongs to another form. Throws `ApiError`.
   */
  async restore(id: number): Promise<OpenForm | null> {
    const earlier = await loadForm(id);
    if (earlier.seriesId !== this.saving.snapshot().form.seriesId) return null;
    this.show({ title: this.current.title, doc: earlier.doc });
    this.saving.markEdited();
    return earlier;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
