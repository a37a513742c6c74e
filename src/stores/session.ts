import type { Session } from '#src/contract/entities/visitor.ts';
import { environment } from './environment.ts';
import { $loginStatus, $renewAt, $token, $userInfo } from './local-storage.ts';
import { deleteUnlockedTexts } from './unlocked.ts';

/** What this device keeps of a session. */
export function saveSession({ token, renew_in, user }: Session): void {
  $renewAt.set(renew_in === undefined ? null : environment().now() + renew_in * 1000);
  $token.set(token);
  $userInfo.set(user);
  $loginStatus.set(true);
}

/** And dropped: signed out, or the upstream no longer knows the token. */
export function forgetSession(): void {
  void deleteUnlockedTexts();
  $token.set('');
  $renewAt.set(null);
  $userInfo.set({});
  $loginStatus.set(false);
}
