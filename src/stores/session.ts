import type { Session } from '#src/contract/entities/visitor.ts';
import { ANY_CACHE } from '#src/lib/cache-names.ts';
import { $loginStatus, $renewAt, $synced, $token, $userInfo } from './local-storage.ts';
import { platform } from './platform.ts';

/** What this device keeps of a session. */
export function saveSession({ token, renew_in, user }: Session): void {
  $renewAt.set(renew_in === undefined ? null : platform().now() + renew_in * 1000);
  $token.set(token);
  $userInfo.set(user);
  $loginStatus.set(true);
}

/** Longer than the tokens of most upstreams. */
const PROBE_LENGTH = 512;
const PROBE_KEY = 'lectern:probe';

/** Error code if this browser cannot store a session; call it before a session begins. */
export function sessionProblem(): StorageErrorCode | undefined {
  const { storage } = platform();
  storage.set(PROBE_KEY, 'x'.repeat(PROBE_LENGTH));
  const fault = storage.fault(PROBE_KEY);
  storage.set(PROBE_KEY, null);
  return fault && PROBLEMS[fault];
}

/** The same for the session that has just begun. */
export function lostSession(): StorageErrorCode | undefined {
  const fault = platform().storage.fault('token');
  return fault && PROBLEMS[fault];
}

const PROBLEMS = { full: 'CLIENT_STORAGE_FULL', blocked: 'CLIENT_STORAGE_BLOCKED' } as const;
export type StorageErrorCode = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/**
 * Drops it: signed out, or the upstream no longer knows the token. The stores follow at once.
 * @returns when the texts the visitor unlocked are deleted too
 */
export async function forgetSession(): Promise<void> {
  $token.set('');
  $renewAt.set(null);
  $userInfo.set({});
  $loginStatus.set(false);
  // It identifies the account and its data.
  $synced.set(null);
  await deleteUnlockedTexts();
}

/** Removes what this device keeps for the visitor alone: the texts they unlocked. */
export async function deleteUnlockedTexts(): Promise<void> {
  const caches = platform().downloadStorage()?.caches;
  // If storage is blocked, there is nothing to delete.
  const names = (await caches?.keys().catch(() => undefined)) ?? [];
  const unlocked = names.filter((name) => name.startsWith(ANY_CACHE) && name.endsWith('/unlocked'));
  await Promise.all(unlocked.map((name) => caches?.delete(name)));
}
