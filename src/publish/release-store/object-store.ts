import { LecternError } from '#src/lib/errors.ts';

/** Objects by key, in a folder or a bucket. They contain the releases. Keys are plain names separated by `/`. */
export interface ObjectStore {
  /** Location of the store, for messages. */
  readonly address: string;
  /**
   * @param maxBytes throws for a longer object; default: MAX_OBJECT_BYTES
   * @returns undefined if the object does not exist
   * @throws StoreError if the store does not respond in time, or the key does not name an object
   */
  get(key: string, maxBytes?: number): Promise<StoredObject | undefined>;
  /** Like `get`, but returns 'unchanged' if the object still has this etag. */
  getUnless(key: string, etag: string | undefined): Promise<StoredObject | 'unchanged' | undefined>;
  /** @throws ChangedObjectError if the condition is not met and the store can check it */
  put(key: string, body: Uint8Array, condition?: WriteCondition): Promise<void>;
  /** All objects below a prefix that ends with `/`, in any order. Skips names that Lectern does not use. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Rejects links and other entries that are not objects. Call it before removing anything. @throws StoreError */
  check?(prefix: string): Promise<void>;
  /** Removes objects. Missing ones are ignored. */
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

/** The etag that the existing object must have; undefined if no object may exist. */
export interface WriteCondition {
  readonly etag: string | undefined;
}

/** Maximum size of an object: enough for the parts of a release with a million pages, and for the result of a shard. */
export const MAX_OBJECT_BYTES = 256 * 2 ** 20;

/** S3 allows 1,024 bytes, including the prefix in the bucket. */
const MAX_KEY_CHARACTERS = 512;
const KEY = /^[\dA-Za-z][\w.-]*(\/[\dA-Za-z][\w.-]*)*$/;

/**
 * Whether Lectern could have used this name for an object: letters and digits, no `..`, no other separators, no leading
 * slash.
 */
export const isKey = (key: string): boolean => key.length <= MAX_KEY_CHARACTERS && KEY.test(key) && !key.includes('..');

/** @throws StoreError for a name that Lectern does not use */
export function requireKey(key: string): string {
  if (isKey(key)) return key;
  throw new StoreError(`${JSON.stringify(key.slice(0, MAX_KEY_CHARACTERS))} is not a valid key of a release store.`);
}

/** Thrown if the store did not respond, or rejected the request. */
export class StoreError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('STORE', message, options);
  }
}

/** Thrown if an object does not meet the condition of a write, because another machine has written it. */
export class ChangedObjectError extends LecternError {
  constructor(key: string, { cause }: { cause?: unknown } = {}) {
    super('CHANGED', `${key} was written by another machine in the meantime.`, { cause });
  }
}
