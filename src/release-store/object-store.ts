import { LecternError } from '#src/lib/errors.ts';

/**
 * Named bytes in a folder or a bucket: all that the releases of a store are made of. Keys are plain names with `/` between
 * them.
 */
export interface ObjectStore {
  /** Where it is, for messages. */
  readonly address: string;
  /**
   * @param maxBytes a longer object is refused; default MAX_OBJECT_BYTES
   * @returns undefined if the object does not exist. @throws StoreError if the store does not answer in time, or if there is
   * something other than an object
   */
  get(key: string, maxBytes?: number): Promise<StoredObject | undefined>;
  /** As `get`, but without the bytes where the object has still this etag. */
  getUnless(key: string, etag: string | undefined): Promise<StoredObject | 'unchanged' | undefined>;
  /** @throws ChangedObjectError where the condition does not hold, and the store can tell */
  put(key: string, body: Uint8Array, condition?: WriteCondition): Promise<void>;
  /** All objects below a prefix that ends with `/`, unordered. Names that Lectern does not use are left out. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Refuses links and other entries that are not objects, before anything is removed. @throws StoreError */
  check?(prefix: string): Promise<void>;
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

/** Enough for the parts of a release of a million pages and for the result of a shard. */
export const MAX_OBJECT_BYTES = 256 * 2 ** 20;

/** S3 allows 1,024 bytes, including the prefix in the bucket. */
const MAX_KEY_CHARACTERS = 512;
const KEY = /^[\dA-Za-z][\w.-]*(\/[\dA-Za-z][\w.-]*)*$/;

/** Whether Lectern could have named an object so: letters and digits, no `..`, no other separators, no leading slash. */
export const isKey = (key: string): boolean => key.length <= MAX_KEY_CHARACTERS && KEY.test(key) && !key.includes('..');

/** @throws StoreError for a name that Lectern does not use */
export function requireKey(key: string): string {
  if (isKey(key)) return key;
  throw new StoreError(`${JSON.stringify(key.slice(0, MAX_KEY_CHARACTERS))} is not a valid key of a release store.`);
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
