import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { hash } from '#src/lib/hash.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { damagedError, fetchObject } from './body.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import type { Blocks, Keys } from './stored-release.ts';

/**
 * Size of a block. It is larger than SQLite's 4 KiB pages, because a call per SQLite page would cost more than it
 * saves.
 */
const BLOCK_BYTES = 2 ** 18;
const AT_ONCE = 8;
const MIN_BLOCK_BYTES = 1024;

/** Computes the hashes of a file's blocks. A nightly rebuild changes only few blocks of a manifest. */
export function blocksOf(file: string, blockBytes = BLOCK_BYTES): Blocks {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const block = Buffer.alloc(blockBytes);
    const blocks: string[] = [];
    for (let at = 0; at < size; at += blockBytes) blocks.push(hash(readBlock(descriptor, block, at), 32));
    return { bytes: size, blockBytes, blocks };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Uploads the blocks of a file that are missing in the store.
 * @returns the number of uploaded bytes
 */
export async function pushBlocks(
  { store, keys }: { readonly store: ObjectStore; readonly keys: Keys },
  file: string,
  { blocks, blockBytes }: Blocks,
  existingDigests: ReadonlySet<string>,
): Promise<number> {
  const descriptor = openSync(file, 'r');
  const upload = async ([digest, number]: readonly [string, number]) => {
    const content = readBlock(descriptor, Buffer.alloc(blockBytes), number * blockBytes);
    const body = zstdCompressSync(content);
    await store.put(keys.block(digest), body);
    return body.length;
  };
  // Blocks with equal content are uploaded only once.
  const numbers = new Map(blocks.map((digest, number) => [digest, number]));
  const missing = [...numbers].filter(([digest]) => !existingDigests.has(digest));
  let sum = 0;
  try {
    for await (const bytes of mapConcurrently(missing, AT_ONCE, upload)) sum += bytes;
    return sum;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the file that consists of the given blocks. Copies blocks that a local manifest of another release already
 * has, and downloads all others.
 * @throws StoreError if a block does not match its hash
 */
export async function pullBlocks(
  { store, keys }: { readonly store: ObjectStore; readonly keys: Keys },
  { blocks, blockBytes, bytes }: Blocks,
  target: string,
  local: string | undefined,
): Promise<void> {
  const localBlocks = new Map(
    local === undefined ? [] : blocksOf(local, blockBytes).blocks.map((digest, at) => [digest, at]),
  );
  const source = local === undefined ? undefined : openSync(local, 'r');
  // Creates a new file, so that an existing link is not followed.
  rmSync(target, { force: true });
  const output = openSync(target, 'wx');
  const load = async (digest: string) => {
    const at = localBlocks.get(digest);
    if (source !== undefined && at !== undefined) return readBlock(source, Buffer.alloc(blockBytes), at * blockBytes);
    return fetchBlock(store, keys.block(digest), digest, blockBytes);
  };
  try {
    let at = 0;
    for await (const block of mapConcurrently(blocks, AT_ONCE, load)) {
      writeSync(output, block, 0, block.length, at);
      at += block.length;
    }
    if (at !== bytes) throw new StoreError(`A file in blocks of ${store.address} has ${at} bytes instead of ${bytes}.`);
  } finally {
    closeSync(output);
    if (source !== undefined) closeSync(source);
  }
}

async function fetchBlock(store: ObjectStore, key: string, digest: string, maxOutputLength: number) {
  // Incompressible data gets slightly longer when compressed.
  const object = await fetchObject(store, key, 2 * maxOutputLength + MIN_BLOCK_BYTES);
  try {
    const content = zstdDecompressSync(object.body, { maxOutputLength });
    if (hash(content, 32) === digest) return content;
  } catch {
    // A block that cannot be decompressed is damaged.
  }
  throw damagedError(store, key);
}

function readBlock(descriptor: number, block: Buffer, at: number): Buffer {
  const read = readSync(descriptor, block, 0, block.length, at);
  return block.subarray(0, read);
}
