import { LecternError } from '#src/lib/errors.ts';

/**
 * Named bytes in a folder or a bucket: all that the releases of a store are made of. Keys are plain names with `/` between
 * them.
 */
export interface ObjectStore {
  /** Where it is, for messages. */
  readonly address: string;
  /** @returns undefined where there is no such object. @throws StoreError where the store does not answer */
  get(key: string): Promise<StoredObject | undefined>;
  /** As `get`, but without the bytes where the object has still this etag. */
  getUnless(key: string, etag: string | undefined): Promise<StoredObject | 'unchanged' | undefined>;
  /** @throws ChangedObjectError where the condition does not hold, and the store can tell */
  put(key: string, body: Uint8Array, condition?: WriteCondition): Promise<void>;
  /** All objects whose keys begin so, in no order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Also of objects that are not there. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

export interface StoredObject {
  readonly body: Uint8Array;
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  /** When it was written last. */
  readonly written: Date;
}

/** What an object has to be, or that there has to be none (`undefined`), for it to be written. */
export interface WriteCondition {
  readonly etag: string | undefined;
}

/** The store did not answer, or refused. */
export class StoreError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('STORE', message, options);
  }
}

/** An object is not what it has to be for this write: another machine has written it. */
export class ChangedObjectError extends LecternError {
  constructor(key: string, { cause }: { cause?: unknown } = {}) {
    super('CHANGED', `${key} was written by another machine in the meantime.`, { cause });
  }
}
