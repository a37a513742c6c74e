import { LecternError } from '#src/lib/errors.ts';

/** Objects by key, in a folder or a bucket: the files of releases. Keys are plain names separated by `/`. */
export interface ObjectStore {
  /** Location of the store, for messages. */
  readonly address: string;
  /**
   * @param maxBytes maximum length of the object, above which `get` throws; default: MAX_OBJECT_BYTES
   * @returns undefined if the object does not exist
   * @throws StoreError if the store does not respond in time, or the key names something other than an object
   */
  get(key: string, maxBytes?: number): Promise<StoredObject | undefined>;
  /** Like `get`, but returns 'unchanged' if the object still has the given etag. */
  getUnless(key: string, etag: string | undefined): Promise<StoredObject | 'unchanged' | undefined>;
  /**
   * Writes an object.
   * @throws ChangedObjectError if the store supports conditional writes and the condition is not met
   */
  put(key: string, body: Uint8Array, condition?: WriteCondition): Promise<void>;
  /**
   * Lists all objects below a prefix that ends with `/`, in any order. Skips objects with names that Lectern does not
   * use.
   */
  list(prefix: string): AsyncIterable<ListedObject>;
  /**
   * Checks that there are only objects below the prefix, without links and the like. Call it before removing anything.
   * @throws StoreError
   */
  check?(prefix: string): Promise<void>;
  /** Removes objects. Ignores missing ones. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

export interface StoredObject {
  readonly body: Uint8Array;
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  /** Time when the object was last written. */
  readonly written: Date;
}

/** The etag that the existing object must have; undefined if the object must not exist yet. */
export interface WriteCondition {
  readonly etag: string | undefined;
}

/**
 * Maximum size of an object, in bytes: enough for the parts of a release with a million pages, and for the result of a
 * shard.
 */
export const MAX_OBJECT_BYTES = 256 * 2 ** 20;

/** Maximum length of a key. S3 allows 1,024 bytes, including the prefix in the bucket. */
const MAX_KEY_CHARACTERS = 512;
const KEY = /^[\dA-Za-z][\w.-]*(\/[\dA-Za-z][\w.-]*)*$/;

/**
 * Whether the key has the form that Lectern uses for objects: letters and digits, no `..`, no other separators, no
 * leading slash.
 */
export const isKey = (key: string): boolean => key.length <= MAX_KEY_CHARACTERS && KEY.test(key) && !key.includes('..');

/** @throws StoreError for a key that Lectern does not use */
export function requireKey(key: string): string {
  if (isKey(key)) return key;
  throw new StoreError(`${JSON.stringify(key.slice(0, MAX_KEY_CHARACTERS))} is not a valid key of a release store.`);
}

/** Thrown if the store did not respond or rejected the request. */
export class StoreError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('STORE', message, options);
  }
}

/** Thrown if the condition of a write is not met, because another machine has written the object. */
export class ChangedObjectError extends LecternError {
  constructor(key: string, { cause }: { cause?: unknown } = {}) {
    super('CHANGED', `${key} was written by another machine in the meantime.`, { cause });
  }
}
