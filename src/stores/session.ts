import { $loginStatus, $token, $userInfo } from './local.ts';

/** What this device keeps of a session, dropped: signed out, or the upstream no longer knows the token. */
export function forgetSession(): void {
  $token.set('');
  $userInfo.set({});
  $loginStatus.set(false);
}
