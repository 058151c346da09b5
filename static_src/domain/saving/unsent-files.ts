/** A photo or file that is not uploaded yet. It is stored in the browser, and survives a reload and a lost network. */
export type UnsentFile = {
  /** Key of the field that will name the uploaded file. */
  key: string;
  /** Place within the record that the file belongs to. */
  place: string;
  name: string;
  type: string;
  content: Blob;
  /** Time at which it was added, ms. */
  at: number;
};

const databaseName = "assay-files";
const storeName = "unsentFiles";

type Row = UnsentFile & { scope: string };

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(storeName, { keyPath: ["scope", "key"] });
    };
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Storage for unsent files in IndexedDB, by scope (one user in one record) and key. All tabs of a browser share it. */
export class UnsentFiles {
  private readonly scope: string;
  private opened: Promise<IDBDatabase> | null = null;

  constructor(scope: string) {
    this.scope = scope;
  }

  /** Opened on first use, because the server has no IndexedDB. Rejects if the browser does not allow it. */
  private database(): Promise<IDBDatabase> {
    this.opened ??= openDatabase();
    return this.opened;
  }

  /** Load all files, oldest first; none without storage. */
  async load(): Promise<UnsentFile[]> {
    try {
      const database = await this.database();
      const range = IDBKeyRange.bound([this.scope], [this.scope, []]);
      const reading = database.transaction(storeName).objectStore(storeName).getAll(range);
      const rows = await new Promise<Row[]>((resolve, reject) => {
        reading.onsuccess = () => resolve(reading.result as Row[]);
        reading.onerror = () => reject(reading.error);
      });
      return rows.map(({ scope: _, ...file }) => file).sort((first, second) => first.at - second.at);
    } catch {
      return [];
    }
  }

  /** Store a file. Returns false if the browser cannot; the file is then lost with the page. */
  async store(file: UnsentFile): Promise<boolean> {
    try {
      const transaction = (await this.database()).transaction(storeName, "readwrite");
      transaction.objectStore(storeName).put({ ...file, scope: this.scope } satisfies Row);
      await done(transaction);
      return true;
    } catch {
      return false;
    }
  }

  async remove(key: string): Promise<void> {
    try {
      const transaction = (await this.database()).transaction(storeName, "readwrite");
      transaction.objectStore(storeName).delete([this.scope, key]);
      await done(transaction);
    } catch {
      // Without storage there is nothing to remove.
    }
  }
}
