// IndexedDB with promises, as far as this page needs it.

/** What a request gives. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Resolves when a transaction is on disk; rejects where nothing of it is. */
export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error);
  });
}

/**
 * A database.
 *
 * @param version which is wanted; undefined for the one that is there
 * @param make makes what is in it, where there is none
 * @param closed hears when it can no longer be used: it lets go where another tab has a newer page
 */
export function opening(name: string, version: number | undefined, make: (fresh: IDBDatabase, request: IDBOpenDBRequest) => void,
                        closed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => make(request.result, request);
  return answer(request).then((database) => {
    database.onclose = closed;
    database.onversionchange = () => { database.close(); closed(); };
    return database;
  });
}
