import type { Session } from '#src/contract/entities/visitor.ts';
import { ANY_CACHE } from '#src/lib/cache-names.ts';
import { $loginStatus, $renewAt, $token, $userInfo } from './local-storage.ts';
import { platform } from './platform.ts';

/** What this device keeps of a session. */
export function saveSession({ token, renew_in, user }: Session): void {
  $renewAt.set(renew_in === undefined ? null : platform().now() + renew_in * 1000);
  $token.set(token);
  $userInfo.set(user);
  $loginStatus.set(true);
}

/**
 * Drops it: signed out, or the upstream no longer knows the token. The stores follow at once.
 * @returns when the texts the visitor unlocked are deleted too
 */
export async function forgetSession(): Promise<void> {
  $token.set('');
  $renewAt.set(null);
  $userInfo.set({});
  $loginStatus.set(false);
  await deleteUnlockedTexts();
}

/** Removes what this device keeps for the visitor alone: the texts they unlocked. */
export async function deleteUnlockedTexts(): Promise<void> {
  const caches = platform().downloadStorage()?.caches;
  const names = (await caches?.keys()) ?? [];
  const unlocked = names.filter((name) => name.startsWith(ANY_CACHE) && name.endsWith('/unlocked'));
  await Promise.all(unlocked.map((name) => caches?.delete(name)));
}
