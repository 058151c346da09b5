import type { FormDocument } from "../../../domain/questionnaire/rules/types";
import { loadForm, saveForm } from "./calls";
import { FormSaving } from "./saving/form-saving";
import type { FormContent, OpenForm } from "./types";

/** What shows the document and is written in. */
export interface Surface {
  read: () => FormDocument;
  write: (doc: FormDocument) => void;
  focus: () => void;
}

/** One open form: its title and document as they are on the screen, and the saving beneath them. */
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
      load: loadForm,
      userId,
    });
  }

  /** The editor is there: what is written in it is what counts from now on. */
  attach(surface: Surface): () => void {
    this.surface = surface;
    return () => {
      this.current = this.content();
      if (this.surface === surface) this.surface = null;
    };
  }

  content = (): FormContent => {
    // A form has a title: while it is empty the last one stays.
    const { title, doc } = this.current;
    return { title: title.trim() || this.saving.snapshot().form.title, doc: this.surface?.read() ?? doc };
  };

  /** Lead back to the text, as when the notice that had the focus goes away. */
  focus(): void {
    this.surface?.focus();
  }

  /** The title as it is typed. */
  title = (): string => this.current.title;

  /** The document as it is shown without the editor. */
  document = (): FormDocument => this.current.doc;

  setTitle(title: string): void {
    this.current = { ...this.current, title };
    this.saving.edited();
    this.tell();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Other content comes onto the screen: what was kept, or what somebody else saved. */
  show(content: FormContent): void {
    this.current = content;
    this.surface?.write(content.doc);
    this.tell();
  }

  /**
   * Take up the text of an earlier revision of this form, in one step that Undo takes back; it is saved like anything
   * that is written. Gives that revision, or null where it is another form's. Throws ApiError.
   */
  async restore(id: number): Promise<OpenForm | null> {
    const earlier = await loadForm(id);
    if (earlier.seriesId !== this.saving.snapshot().form.seriesId) return null;
    this.show({ title: this.current.title, doc: earlier.doc });
    this.saving.edited();
    return earlier;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
