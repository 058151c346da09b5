/**
 * Answers that the server has not acknowledged, kept in the browser from the moment of typing: they survive a
 * reload, a closed tab, an ended sign-in, a new version and a lost network (quality: nothing lost).
 */
export type UnsentAnswer = {
  /** The answer's key in its RFx. */
  key: string;
  value: unknown;
  /** The iteration that it was typed over; 0 where there was no answer. */
  base: number;
  /** Names this state of the answer; each edit has another. */
  edit: string;
  /** When it was typed, ms. */
  at: number;
  /** Whether it has been sent, so that the server may have it although it has not said so. */
  sent: boolean;
  /** Values sent over the same base earlier, without an answer to any of them. */
  attempts: unknown[];
};

const mostAttempts = 20;

/** Values that the server may have, of an answer that is typed over. */
export function attemptsAfter(before: UnsentAnswer | undefined): unknown[] {
  if (!before) return [];
  return before.sent ? [...before.attempts, before.value].slice(-mostAttempts) : before.attempts;
}

/** A place that keeps unsent answers, by scope (one person in one RFx) and key. All tabs of a browser share it. */
export type UnsentArea = {
  all(scope: string): Promise<UnsentAnswer[]>;
  /** Change what is kept for a key in one step; undefined removes it. */
  update(
    scope: string,
    key: string,
    change: (kept: UnsentAnswer | undefined) => UnsentAnswer | undefined,
  ): Promise<void>;
};

const databaseName = "assay";
const storeName = "unsentAnswers";

type Row = UnsentAnswer & { scope: string };

/** The area in IndexedDB. Throws where the browser has none or refuses it. */
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
      // Another tab with a newer release may need another layout: give way to it.
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

/** The area in localStorage, for browsers that refuse IndexedDB. Its writes are done when the call returns. */
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

/** What one tab does with the area: reads, keeps, and lets go of what was acknowledged. */
export class UnsentAnswers {
  /** False once the browser has refused to keep something. */
  safe = true;
  private readonly scope: string;
  private readonly open: () => Promise<UnsentArea>;
  private opened: Promise<UnsentArea> | null = null;
  /** Not yet known to be written; a closing page puts them where writing takes no time. */
  private readonly writing = new Map<string, UnsentAnswer>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(scope: string, open: () => Promise<UnsentArea> = openDatabaseArea) {
    this.scope = scope;
    this.open = open;
  }

  /** Opened when first needed: the server has no such thing. */
  private area(): Promise<UnsentArea> {
    this.opened ??= Promise.race([this.open(), refusal(openingTime)]).catch(() => localArea);
    return this.opened;
  }

  /** Everything kept, the later edit where two places have one. */
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

  /** Keep an answer; an earlier edit of the same field gives way to it. */
  keep(answer: UnsentAnswer): void {
    this.writing.set(answer.key, answer);
    this.change(answer.key, (kept) => (kept && kept.at > answer.at ? kept : answer)).then((written) => {
      if (written && this.writing.get(answer.key) === answer) this.writing.delete(answer.key);
    });
  }

  /** Let go of an answer, unless it has been edited since. */
  forget(key: string, edit: string): Promise<unknown> {
    if (this.writing.get(key)?.edit === edit) this.writing.delete(key);
    return this.change(key, (kept) => (kept?.edit === edit ? undefined : kept));
  }

  /** The page may be gone in a moment: put what is still being written where that takes no time. */
  keepNow(): void {
    if (this.writing.size === 0) return;
    try {
      writeLocal(this.scope, { ...readLocal(this.scope), ...Object.fromEntries(this.writing) });
    } catch {
      this.safe = false;
    }
  }

  /** When all that was asked for is written. */
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
