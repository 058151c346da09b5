import type { ApiBody } from "../../api/types";

/** A value in a request, with the iteration that it is based on. */
export type ValueToSave = ApiBody<"GivenValue">;

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

const maxAttempts = 20;

/** Return the values of an overwritten answer that the server may have received. */
export function attemptsAfter(before: UnsentAnswer | undefined): unknown[] {
  if (!before) return [];
  return before.sent ? [...before.attempts, before.value].slice(-maxAttempts) : before.attempts;
}

/** Return true if two values are the same JSON; for fields without a specific comparison. */
export function sameText(_key: string, one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Return the values of the answers for the request that saves them. */
export function valuesOf(answers: readonly UnsentAnswer[]): Record<string, ValueToSave> {
  return Object.fromEntries(answers.map(({ key, value, base }) => [key, { value, baseIteration: base }]));
}

/** Storage for unsent answers, by scope (one user in one RFx) and key. All tabs of a browser share it. */
export type UnsentArea = {
  all(scope: string): Promise<UnsentAnswer[]>;
  /** Change the stored answer of a key atomically; undefined removes it. */
  update(
    scope: string,
    key: string,
    change: (current: UnsentAnswer | undefined) => UnsentAnswer | undefined,
  ): Promise<void>;
};

const databaseName = "assay";
const storeName = "unsentAnswers";

type Row = UnsentAnswer & { scope: string };

/** Open the storage in IndexedDB. Rejects if the browser does not support or allow it. */
async function openDatabaseArea(): Promise<UnsentArea> {
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
          const next = change(reading.result as Row | undefined);
          if (next) store.put({ ...next, key, scope });
          else if (reading.result) store.delete([scope, key]);
        };
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      }),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open(databaseName, 1);
    openRequest.onupgradeneeded = () => {
      openRequest.result.createObjectStore(storeName, { keyPath: ["scope", "key"] });
    };
    openRequest.onsuccess = () => {
      // A tab with a newer release may upgrade the database, which requires that this tab closes it.
      openRequest.result.onversionchange = () => openRequest.result.close();
      resolve(openRequest.result);
    };
    openRequest.onerror = () => reject(openRequest.error);
    openRequest.onblocked = () => reject(new Error("Another tab keeps the database closed"));
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
    const { [key]: current, ...others } = readLocal(scope);
    const next = change(current);
    if (current || next) writeLocal(scope, next ? { ...others, [key]: next } : others);
  },
};

const maxOpeningTime = 3_000;

function rejectAfter(afterMs: number): Promise<never> {
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
  private openedArea: Promise<UnsentArea> | null = null;
  /** Answers with a pending write; a closing page writes them synchronously. */
  private readonly pendingWrites = new Map<string, UnsentAnswer>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(scope: string, open: () => Promise<UnsentArea> = openDatabaseArea) {
    this.scope = scope;
    this.open = open;
  }

  /** Opened on first use, because the server has no IndexedDB. */
  private area(): Promise<UnsentArea> {
    this.openedArea ??= Promise.race([this.open(), rejectAfter(maxOpeningTime)]).catch(() => localArea);
    return this.openedArea;
  }

  /** Load all stored answers; if both storages have one for a key, the later edit. */
  async load(): Promise<UnsentAnswer[]> {
    const area = await this.area();
    const storedAnswers = await area.all(this.scope).catch(() => []);
    const newest = new Map(storedAnswers.map((answer) => [answer.key, answer]));
    if (area === localArea) return [...newest.values()];
    for (const answer of Object.values(readLocal(this.scope))) {
      const other = newest.get(answer.key);
      if (other && other.at >= answer.at) continue;
      newest.set(answer.key, answer);
      this.store(answer);
    }
    await this.settled();
    if (this.safe) writeLocal(this.scope, {});
    return [...newest.values()];
  }

  /** Store an answer in place of earlier edits of the same field. */
  store(answer: UnsentAnswer): void {
    this.pendingWrites.set(answer.key, answer);
    this.change(answer.key, (current) => (current && current.at > answer.at ? current : answer)).then(
      (isWritten) => {
        if (isWritten && this.pendingWrites.get(answer.key) === answer) this.pendingWrites.delete(answer.key);
      },
    );
  }

  /** Remove an answer, unless it has been edited since. */
  remove(key: string, edit: string): Promise<unknown> {
    if (this.pendingWrites.get(key)?.edit === edit) this.pendingWrites.delete(key);
    return this.change(key, (current) => (current?.edit === edit ? undefined : current));
  }

  /** Write the pending answers synchronously, because the page may close any moment. */
  storeNow(): void {
    if (this.pendingWrites.size === 0) return;
    try {
      writeLocal(this.scope, { ...readLocal(this.scope), ...Object.fromEntries(this.pendingWrites) });
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
    change: (current: UnsentAnswer | undefined) => UnsentAnswer | undefined,
  ): Promise<boolean> {
    const result = this.area()
      .then((area) => area.update(this.scope, key, change))
      .then(
        () => true,
        () => {
          this.safe = false;
          return false;
        },
      );
    this.last = Promise.all([this.last, result]);
    return result;
  }
}
