import type { FormContent } from "../types";

/** What was written in a form and not yet taken by the server, kept in the browser. */
export interface KeptDraft extends FormContent {
  /** The revision and the version that it was written on. */
  formId: number;
  version: number;
  /** When, ms. */
  at: number;
}

/** A place for one draft of each scope (one person in one form). */
export interface DraftArea {
  load(scope: string): Promise<KeptDraft | null>;
  keep(scope: string, draft: KeptDraft): Promise<void>;
  forget(scope: string): Promise<void>;
}

const databaseName = "assay-forms";
const storeName = "drafts";
const prefix = "assay.form.";

/** The drafts of this browser: in its database, and where a page is closing in the storage that takes no time. */
export class KeptDrafts {
  /** False once the browser has refused to keep something. */
  safe = true;
  /** A draft of what is being written is there. */
  holds = false;
  private readonly scope: string;
  private readonly open: () => Promise<DraftArea>;
  private opened: Promise<DraftArea> | null = null;
  private last: Promise<void> = Promise.resolve();

  constructor(scope: string, open: () => Promise<DraftArea> = openArea) {
    this.scope = scope;
    this.open = open;
  }

  /** The draft that was kept last, if any. */
  async load(): Promise<KeptDraft | null> {
    const area = await this.area();
    const kept = await area.load(this.scope).catch(() => null);
    const closing = readLocal(this.scope);
    return closing && (!kept || closing.at > kept.at) ? closing : kept;
  }

  /** Resolves when it is kept, or refused. */
  keep(draft: KeptDraft): Promise<void> {
    return this.queue(async (area) => {
      await area.keep(this.scope, draft);
      this.holds = true;
    });
  }

  /** The page may be gone in a moment. */
  keepNow(draft: KeptDraft): void {
    void this.keep(draft);
    try {
      localStorage.setItem(prefix + this.scope, JSON.stringify(draft));
    } catch {
      // Too much for this storage, or none: the database has been asked as well.
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

  /** When all that was asked for is done. */
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
    // Nothing was kept where nothing can be removed.
  }
}

/** For browsers that refuse IndexedDB. */
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
