import type { FormContent } from "../types";

/** Content of a form that the server does not have yet, stored in the browser. */
export interface KeptDraft extends FormContent {
  /** Id and version of the form that the content is based on. */
  formId: number;
  version: number;
  /** Time of the draft, ms since 1970. */
  at: number;
}

/** Storage for one draft per scope (one user and one form). */
export interface DraftArea {
  load(scope: string): Promise<KeptDraft | null>;
  keep(scope: string, draft: KeptDraft): Promise<void>;
  forget(scope: string): Promise<void>;
}

const databaseName = "assay-forms";
const storeName = "drafts";
const prefix = "assay.form.";

/** Drafts in IndexedDB and, when a page closes, also in localStorage, because only that writes synchronously. */
export class KeptDrafts {
  /** False after the browser has rejected a write. */
  safe = true;
  /** True if a draft of the current content is stored. */
  holds = false;
  private readonly scope: string;
  private readonly open: () => Promise<DraftArea>;
  private opened: Promise<DraftArea> | null = null;
  private last: Promise<void> = Promise.resolve();

  constructor(scope: string, open: () => Promise<DraftArea> = openArea) {
    this.scope = scope;
    this.open = open;
  }

  /** Return the most recent draft; null if there is none. */
  async load(): Promise<KeptDraft | null> {
    const area = await this.area();
    const kept = await area.load(this.scope).catch(() => null);
    const closing = readLocal(this.scope);
    return closing && (!kept || closing.at > kept.at) ? closing : kept;
  }

  /** Store a draft. Resolves after it is stored or rejected. */
  keep(draft: KeptDraft): Promise<void> {
    return this.queue(async (area) => {
      await area.keep(this.scope, draft);
      this.holds = true;
    });
  }

  /** Store a draft synchronously too, because the page may close before IndexedDB has written it. */
  keepNow(draft: KeptDraft): void {
    void this.keep(draft);
    try {
      localStorage.setItem(prefix + this.scope, JSON.stringify(draft));
    } catch {
      // The draft is too large, or there is no localStorage; IndexedDB still stores it.
    }
  }

  forget(): void {
    removeLocal(this.scope);
    this.holds = false;
    void this.queue(async (area) => {
      await area.forget(this.scope);
      this.holds = false;
    });
  }

  /** Wait until all queued writes are done. */
  async settled(): Promise<void> {
    await this.last;
  }

  private area(): Promise<DraftArea> {
    this.opened ??= this.open().catch(() => localArea);
    return this.opened;
  }

  private queue(act: (area: DraftArea) => Promise<void>): Promise<void> {
    this.last = this.last
      .then(() => this.area())
      .then(act)
      .catch(() => {
        this.safe = false;
      });
    return this.last;
  }
}

function readLocal(scope: string): KeptDraft | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + scope) ?? "null") as KeptDraft | null;
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
const localArea: DraftArea = {
  load: async (scope) => readLocal(scope),
  keep: async (scope, draft) => localStorage.setItem(prefix + scope, JSON.stringify(draft)),
  forget: async (scope) => removeLocal(scope),
};

async function openArea(): Promise<DraftArea> {
  const database = await openDatabase();
  const act = (mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest) =>
    new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const asked = use(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  return {
    load: async (scope) => ((await act("readonly", (store) => store.get(scope))) as KeptDraft) ?? null,
    keep: async (scope, draft) => void (await act("readwrite", (store) => store.put(draft, scope))),
    forget: async (scope) => void (await act("readwrite", (store) => store.delete(scope))),
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
