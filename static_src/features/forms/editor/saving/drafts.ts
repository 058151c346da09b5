import type { FormContent } from "../types";

/** Content of a form that the server does not have yet, stored in the browser. */
export interface FormDraft extends FormContent {
  /** Id and version of the form that the content is based on. */
  formId: number;
  version: number;
  /** Time of the draft, ms since 1970. */
  at: number;
}

/** Storage for one draft per scope (one user and one form). */
export interface DraftStorage {
  load(scope: string): Promise<FormDraft | null>;
  save(scope: string, draft: FormDraft): Promise<void>;
  remove(scope: string): Promise<void>;
}

const databaseName = "assay-forms";
const storeName = "drafts";
const prefix = "assay.form.";

/** Drafts in IndexedDB and, when a page closes, also in localStorage, because only that writes synchronously. */
export class FormDrafts {
  /** False after the browser has rejected a write. */
  canStore = true;
  private readonly scope: string;
  private readonly open: () => Promise<DraftStorage>;
  private opening: Promise<DraftStorage> | null = null;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(scope: string, open: () => Promise<DraftStorage> = openStorage) {
    this.scope = scope;
    this.open = open;
  }

  /** Return the most recent draft; null if there is none. */
  async load(): Promise<FormDraft | null> {
    const storage = await this.storage();
    const stored = await storage.load(this.scope).catch(() => null);
    const localDraft = readLocal(this.scope);
    return localDraft && (!stored || localDraft.at > stored.at) ? localDraft : stored;
  }

  /** Store a draft. Resolves after it is stored or rejected. */
  save(draft: FormDraft): Promise<void> {
    return this.enqueue((storage) => storage.save(this.scope, draft));
  }

  /** Store a draft synchronously too, because the page may close before IndexedDB has written it. */
  saveImmediately(draft: FormDraft): void {
    void this.save(draft);
    try {
      localStorage.setItem(prefix + this.scope, JSON.stringify(draft));
    } catch {
      // The draft is too large, or there is no localStorage; IndexedDB still stores it.
    }
  }

  remove(): void {
    removeLocal(this.scope);
    void this.enqueue((storage) => storage.remove(this.scope));
  }

  /** Wait until all queued writes are done. */
  async waitForWrites(): Promise<void> {
    await this.lastWrite;
  }

  private storage(): Promise<DraftStorage> {
    this.opening ??= this.open().catch(() => localStorageFallback);
    return this.opening;
  }

  private enqueue(write: (storage: DraftStorage) => Promise<void>): Promise<void> {
    this.lastWrite = this.lastWrite
      .then(() => this.storage())
      .then(write)
      .catch(() => {
        this.canStore = false;
      });
    return this.lastWrite;
  }
}

function readLocal(scope: string): FormDraft | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + scope) ?? "null") as FormDraft | null;
  } catch {
    return null;
  }
}

function removeLocal(scope: string): void {
  try {
    localStorage.removeItem(prefix + scope);
  } catch {
    // Without localStorage there is nothing to remove.
  }
}

/** Fallback for browsers that deny IndexedDB. */
const localStorageFallback: DraftStorage = {
  load: async (scope) => readLocal(scope),
  save: async (scope, draft) => localStorage.setItem(prefix + scope, JSON.stringify(draft)),
  remove: async (scope) => removeLocal(scope),
};

async function openStorage(): Promise<DraftStorage> {
  const database = await openDatabase();
  const transact = (mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest) =>
    new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = operation(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  return {
    load: async (scope) => ((await transact("readonly", (store) => store.get(scope))) as FormDraft) ?? null,
    save: async (scope, draft) => void (await transact("readwrite", (store) => store.put(draft, scope))),
    remove: async (scope) => void (await transact("readwrite", (store) => store.delete(scope))),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("Another tab keeps the database closed"));
  });
}
