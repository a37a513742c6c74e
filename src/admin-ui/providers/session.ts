import type { Role } from '../../admin/access/roles.ts';
import { call } from './http.ts';

/** Who is signed in. */
export interface User {
  readonly id: number | string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
}

export interface SessionAnswer {
  readonly user: User;
  /** The role has to set a second factor up before it may do anything else. */
  readonly second_factor_required?: boolean;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string;
}

let known: SessionAnswer | undefined;

/** @throws ApiError with the code `code_required` where a code has to be asked for */
export async function signIn(credentials: Credentials): Promise<SessionAnswer> {
  known = await call<SessionAnswer>('session', { method: 'POST', body: credentials });
  return known;
}

/** Asks the API once and remembers its answer until `forgetSession`. */
export async function readSession(): Promise<SessionAnswer> {
  known ??= await call<SessionAnswer>('session');
  return known;
}

/** Whether the account may do nothing but set up its second factor, as far as is known. */
export const mustSetUpFactor = (): boolean => known?.second_factor_required === true;

export function forgetSession(): void {
  known = undefined;
}

export async function signOut(): Promise<void> {
  const wasSignedIn = known !== undefined;
  forgetSession();
  if (wasSignedIn) await call('session', { method: 'DELETE' });
}
