/**
 * Answer that the server has not acknowledged. It is stored in the browser as soon as it is typed, and survives a
 * reload, a closed tab, an expired sign-in, a new release and a lost network (quality: nothing lost).
 */
export type UnsentAnswer = {
  /** Key of the answer in its RFx. */
  key: string;
  value: unknown;
  /** Iteration that it is based on; 0 if there was no answer. */
  base: number;
  /** Id of this edit; each edit has another. */
  edit: string;
  /** Time of the edit, ms. */
  at: number;
  /** True if it has been sent: the server may have it, even without an acknowledgement. */
  sent: boolean;
  /** Values sent earlier with the same base and without a response. */
  attempts: unknown[];
};

const mostAttempts = 20;

/** Return the values of an overwritten answer that the server may have received. */
export function attemptsAfter(before: UnsentAnswer | undefined): unknown[] {
  if (!before) return [];
  return before.sent ? [...before.attempts, before.value].slice(-mostAttempts) : before.attempts;
}

/** Storage for unsent answers, by scope (one user in one RFx) and key. All tabs of a browser share it. */
export type UnsentArea = {
  all(scope: string): Promise<UnsentAnswer[]>;
  /** Change the stored answer of a key atomically; undefined removes it. */
  update(
    scope: string,
    key: string,
    change: (kept: UnsentAnswer | undefined) => UnsentAnswer | undefined,
  ): Promise<void>;
};

const databaseName = "assay";
const storeName = "unsentAnswers";

type Row = UnsentAnswer & { scope: string };

/** Open the storage in IndexedDB. Rejects if the browser does not support or allow it. */
export async function openDatabaseArea(): Promise<UnsentArea> {
  const database = await openDatabase();
  return {
    all: (scope) =>
      new Promise((resolve, reject) => {
        const range = IDBKeyRange.bound([scope], [scope, []]);
        const reading = database.transaction(storeName).objectStore(storeName).getAll(range);
        reading.onsuccess = () => resolve((reading.result as Row[]).map(({ scope: _, ...answer }) => answer));
        reading.onerror = () => reject(reading.error);
      }),
    update: (scope, key, change) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(storeName, "readwrite");
        const store = transaction.objectStore(storeName);
        const reading = store.get([scope, key]);
        reading.onsuccess = () => {
          const changed = change(reading.result as Row | undefined);
          if (changed) store.put({ ...changed, key, scope });
          else if (reading.result) store.delete([scope, key]);
        };
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      }),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(storeName, { keyPath: ["scope", "key"] });
    };
    opening.onsuccess = () => {
      // A tab with a newer release may upgrade the database, which requires that this tab closes it.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("Another tab keeps the database closed"));
  });
}

const prefix = "assay.unsent.";

function readLocal(scope: string): Record<string, UnsentAnswer> {
  try {
    return JSON.parse(localStorage.getItem(prefix + scope) ?? "{}") as Record<string, UnsentAnswer>;
  } catch {
    return {};
  }
}

function writeLocal(scope: string, answers: Record<string, UnsentAnswer>): void {
  if (Object.keys(answers).length > 0) localStorage.setItem(prefix + scope, JSON.stringify(answers));
  else localStorage.removeItem(prefix + scope);
}

/** Storage in localStorage, for browsers without IndexedDB. Writes are complete when the call returns. */
export const localArea: UnsentArea = {
  all: async (scope) => Object.values(readLocal(scope)),
  update: async (scope, key, change) => {
    const { [key]: kept, ...others } = readLocal(scope);
    const changed = change(kept);
    if (kept || changed) writeLocal(scope, changed ? { ...others, [key]: changed } : others);
  },
};

const openingTime = 3_000;

function refusal(afterMs: number): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error("The database did not open")), afterMs),
  );
}

/** Access of one tab to the storage: load and store answers, remove acknowledged ones. */
export class UnsentAnswers {
  /** False after a failed write. */
  safe = true;
  private readonly scope: string;
  private readonly open: () => Promise<UnsentArea>;
  private opened: Promise<UnsentArea> | null = null;
  /** Answers with a pending write; a closing page writes them synchronously. */
  private readonly writing = new Map<string, UnsentAnswer>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(scope: string, open: () => Promise<UnsentArea> = openDatabaseArea) {
    this.scope = scope;
    this.open = open;
  }

  /** Opened on first use, because the server has no IndexedDB. */
  private area(): Promise<UnsentArea> {
    this.opened ??= Promise.race([this.open(), refusal(openingTime)]).catch(() => localArea);
    return this.opened;
  }

  /** Load all stored answers; if both storages have one for a key, the later edit. */
  async load(): Promise<UnsentAnswer[]> {
    const area = await this.area();
    const kept = await area.all(this.scope).catch(() => []);
    const newest = new Map(kept.map((answer) => [answer.key, answer]));
    if (area === localArea) return [...newest.values()];
    for (const answer of Object.values(readLocal(this.scope))) {
      const other = newest.get(answer.key);
      if (other && other.at >= answer.at) continue;
      newest.set(answer.key, answer);
      this.keep(answer);
    }
    await this.settled();
    if (this.safe) writeLocal(this.scope, {});
    return [...newest.values()];
  }

  /** Store an answer in place of earlier edits of the same field. */
  keep(answer: UnsentAnswer): void {
    this.writing.set(answer.key, answer);
    this.change(answer.key, (kept) => (kept && kept.at > answer.at ? kept : answer)).then((written) => {
      if (written && this.writing.get(answer.key) === answer) this.writing.delete(answer.key);
    });
  }

  /** Remove an answer, unless it has been edited since. */
  forget(key: string, edit: string): Promise<unknown> {
    if (this.writing.get(key)?.edit === edit) this.writing.delete(key);
    return this.change(key, (kept) => (kept?.edit === edit ? undefined : kept));
  }

  /** Write the pending answers synchronously, because the page may close any moment. */
  keepNow(): void {
    if (this.writing.size === 0) return;
    try {
      writeLocal(this.scope, { ...readLocal(this.scope), ...Object.fromEntries(this.writing) });
    } catch {
      this.safe = false;
    }
  }

  /** Wait for all pending writes. */
  async settled(): Promise<void> {
    await this.last;
  }

  private change(
    key: string,
    change: (kept: UnsentAnswer | undefined) => UnsentAnswer | undefined,
  ): Promise<boolean> {
    const done = this.area()
      .then((area) => area.update(this.scope, key, change))
      .then(
        () => true,
        () => {
          this.safe = false;
          return false;
        },
      );
    this.last = Promise.all([this.last, done]);
    return done;
  }
}
