import type { SessionAnswer } from '../../contract/answers.ts';
import { call } from './http.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A code from the authenticator app, or a recovery code. */
  readonly code?: string;
}

let session: SessionAnswer | undefined;

/** @throws ApiError with the code `code_required` if the account has a second factor and `code` is missing */
export async function signIn(credentials: Credentials): Promise<SessionAnswer> {
  session = await call<SessionAnswer>('session', { method: 'POST', body: credentials });
  return session;
}

/** Fetches the session once and caches it until `forgetSession`. */
export async function readSession(): Promise<SessionAnswer> {
  session ??= await call<SessionAnswer>('session');
  return session;
}

/** Whether the cached session may only set up a second factor. */
export const mustSetUpFactor = (): boolean => session?.second_factor_required === true;

export function forgetSession(): void {
  session = undefined;
}

export async function signOut(): Promise<void> {
  const wasSignedIn = session !== undefined;
  forgetSession();
  if (wasSignedIn) await call('session', { method: 'DELETE' });
}
