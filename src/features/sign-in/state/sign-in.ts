import { atom, computed } from 'nanostores';
import type * as v from 'valibot';
import { authLogin, authRegister } from '#src/contract/calls/auth.ts';
import { deviceRegister } from '#src/contract/calls/device.ts';
import { authLogout } from '#src/contract/calls/session.ts';
import type { Session } from '#src/contract/entities/visitor.ts';
import type { Result } from '#src/contract/index.ts';
import { syncHistory } from '#src/features/library/state/history.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $localUid, $token } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import { forgetSession, lostSession, saveSession, sessionProblem } from '#src/shell/state/session.ts';

export const $isLogin = computed($token, (token) => token !== '');
export const $deviceUuid = computed($localUid, (uid) => uid);

/** Whether the sign-in dialog is open. */
export const $loginDialog = atom(false);

export function showLoginDialog(shown: boolean): void {
  if (!shown) actionAfterSignIn = undefined;
  $loginDialog.set(shown);
}

/** The action to run after signing in. Closing the dialog cancels it. */
let actionAfterSignIn: (() => void) | undefined;

/** Runs an action that needs a session: immediately, or after the visitor has signed in through the dialog. */
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

/** Signs in with an email address and a password. @returns the error code; undefined on success */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  return sessionProblem() ?? startSession(await callUpstream(authLogin, credentials));
}

/** Creates an account and signs in. @returns the error code; undefined on success */
export async function signUp(account: Credentials & { name: string }): Promise<string | undefined> {
  return sessionProblem() ?? startSession(await callUpstream(authRegister, account));
}

/**
 * Removes the session from this device immediately, even if the upstream cannot be reached. Other tabs are signed out
 * too. Signing out everywhere requires the upstream's response: if the call fails, a notification is shown and the
 * visitor remains signed in, so that they can try again.
 * @returns whether this device is signed out
 */
export async function signOut({ everywhere = false } = {}): Promise<boolean> {
  // `callUpstream` reads the token before `forgetSession` deletes it.
  const call = callUpstream(authLogout, { everywhere }, { notifies: everywhere });
  if (everywhere) {
    const { success, errors } = await call;
    const isAbsent = errors.some(({ code }) => code === 'CALL_ABSENT');
    if (!success && !isAbsent) return !$isLogin.get();
  }
  await Promise.all([forgetSession(), call]);
  return true;
}

/**
 * Stores a new session, regardless of how the visitor signed in.
 * @returns the error code; undefined on success
 */
export async function startSession(
  result: Result<{ session: v.InferOutput<typeof Session> | null }>,
): Promise<string | undefined> {
  const { session } = result.data;
  if (!session) return result.errors[0]?.code ?? 'UNKNOWN';
  saveSession(session);
  const lost = lostSession();
  if (lost) {
    // The session would be lost on the next page load, so it is ended.
    await signOut();
    return lost;
  }
  const action = actionAfterSignIn;
  showLoginDialog(false);
  await Promise.all([registerDevice(), syncHistory()]);
  action?.();
  return undefined;
}

/** Registers this device with the upstream. */
export async function registerDevice(): Promise<void> {
  await callUpstream(deviceRegister, { platform: platform().deviceKind() });
}
