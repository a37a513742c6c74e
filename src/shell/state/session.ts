import type { Session } from '#src/contract/entities/visitor.ts';
import { ANY_CACHE } from '../service-worker/cache-names.ts';
import { $loginStatus, $renewAt, $synced, $token, $userInfo } from './local-storage.ts';
import { platform } from './platform.ts';
import * as keys from './storage-keys.ts';

/** Stores a session on this device. */
export function saveSession({ token, renew_in, user }: Session): void {
  $renewAt.set(renew_in === undefined ? null : platform().now() + renew_in * 1000);
  $token.set(token);
  $userInfo.set(user);
  $loginStatus.set(true);
}

/** Length of the test value that `sessionProblem` stores. It is longer than the tokens of most upstreams. */
const PROBE_LENGTH = 512;

/** Returns an error code if this browser cannot store a session. Call it before starting a session. */
export function sessionProblem(): StorageErrorCode | undefined {
  const { storage } = platform();
  storage.set(keys.PROBE, 'x'.repeat(PROBE_LENGTH));
  const fault = storage.fault(keys.PROBE);
  storage.set(keys.PROBE, null);
  return fault && STORAGE_PROBLEMS[fault];
}

/** Returns an error code if the browser could not store the session that was just started. */
export function lostSession(): StorageErrorCode | undefined {
  const fault = platform().storage.fault(keys.TOKEN);
  return fault && STORAGE_PROBLEMS[fault];
}

export const STORAGE_PROBLEMS = { full: 'CLIENT_STORAGE_FULL', blocked: 'CLIENT_STORAGE_BLOCKED' } as const;
export type StorageErrorCode = (typeof STORAGE_PROBLEMS)[keyof typeof STORAGE_PROBLEMS];

/**
 * Deletes the session data, because the visitor signed out or the upstream rejects the token. The stores are updated
 * immediately.
 * @returns a promise that resolves when the unlocked texts are deleted too
 */
export async function forgetSession(): Promise<void> {
  $token.set('');
  $renewAt.set(null);
  $userInfo.set({});
  $loginStatus.set(false);
  // The sync state contains the account's id and its items.
  $synced.set(null);
  await deleteUnlockedTexts();
}

/** Deletes the visitor's unlocked texts. */
export async function deleteUnlockedTexts(): Promise<void> {
  const caches = platform().downloadStorage()?.caches;
  // If storage is blocked, there is nothing to delete.
  const names = (await caches?.keys().catch(() => undefined)) ?? [];
  const unlocked = names.filter((name) => name.startsWith(ANY_CACHE) && name.endsWith('/unlocked'));
  await Promise.all(unlocked.map((name) => caches?.delete(name)));
}
