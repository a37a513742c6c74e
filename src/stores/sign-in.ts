import { atom, computed } from 'nanostores';
import type * as v from 'valibot';
import { authLogin, authRegister } from '#src/contract/calls/auth.ts';
import { deviceRegister } from '#src/contract/calls/device.ts';
import { authLogout } from '#src/contract/calls/session.ts';
import type { Session } from '#src/contract/entities/visitor.ts';
import type { Result } from '#src/contract/index.ts';
import { callUpstream } from './call-upstream.ts';
import { syncHistory } from './history.ts';
import { $localUid, $token } from './local-storage.ts';
import { platform } from './platform.ts';
import { forgetSession, lostSession, saveSession, sessionProblem } from './session.ts';

export const $isLogin = computed($token, (token) => token !== '');
export const $deviceUuid = computed($localUid, (uid) => uid);

/** Whether the login dialog shows. */
export const $loginDialog = atom(false);

export function showLoginDialog(shown: boolean): void {
  if (!shown) actionAfterSignIn = undefined;
  $loginDialog.set(shown);
}

/** What the visitor was about to do when the dialog came up; forgotten with the dialog. */
let actionAfterSignIn: (() => void) | undefined;

/** Does what needs a session at once, or as soon as the visitor has signed in over the page. */
export function requireSignIn(action: () => void): void {
  if ($isLogin.get()) {
    action();
    return;
  }
  showLoginDialog(true);
  actionAfterSignIn = action;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** @returns the code of what went wrong, or undefined when signed in */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  return sessionProblem() ?? startSession(await callUpstream(authLogin, credentials));
}

/** @returns the code of what went wrong, or undefined when signed in */
export async function signUp(account: Credentials & { name: string }): Promise<string | undefined> {
  return sessionProblem() ?? startSession(await callUpstream(authRegister, account));
}

/**
 * The device forgets the session at once, even where the upstream cannot be told; its other tabs follow. Signing out everywhere needs
 * the upstream: if that fails, a notification says so, and the visitor stays signed in to try again.
 * @returns whether this device is signed out
 */
export async function signOut({ everywhere = false } = {}): Promise<boolean> {
  // The call has the token already when it is forgotten here.
  const call = callUpstream(authLogout, { everywhere }, { notifies: everywhere });
  if (everywhere) {
    const { success, errors } = await call;
    const isAbsent = errors.some(({ code }) => code === 'CALL_ABSENT');
    if (!success && !isAbsent) return !$isLogin.get();
  }
  await Promise.all([forgetSession(), call]);
  return true;
}

/** What is kept and done once a session has begun, by whatever way. @returns the code of what went wrong */
export async function startSession(
  result: Result<{ session: v.InferOutput<typeof Session> | null }>,
): Promise<string | undefined> {
  const { session } = result.data;
  if (!session) return result.errors[0]?.code ?? 'UNKNOWN';
  saveSession(session);
  const lost = lostSession();
  if (lost) {
    // The session would not survive the next page load.
    await signOut();
    return lost;
  }
  const action = actionAfterSignIn;
  showLoginDialog(false);
  await Promise.all([registerDevice(), syncHistory()]);
  action?.();
  return undefined;
}

/** Makes this device known to the upstream. */
export async function registerDevice(): Promise<void> {
  await callUpstream(deviceRegister, { platform: platform().deviceKind() });
}
