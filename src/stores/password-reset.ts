import { authReset, authResetRequest } from '#src/contract/calls/auth.ts';
import { callUpstream } from './call-upstream.ts';
import { sessionProblem } from './session.ts';
import { startSession } from './sign-in.ts';

/** Asks for a mail with a way to a new password. @returns the code of what went wrong */
export async function requestPasswordReset(email: string): Promise<string | undefined> {
  const { success, errors } = await callUpstream(authResetRequest, { email });
  return success === 1 ? undefined : (errors[0]?.code ?? 'UNKNOWN');
}

/** Sets the new password and signs in. @returns the code of what went wrong */
export async function resetPassword(token: string, password: string): Promise<string | undefined> {
  // The link works once; do not use it for a session that cannot be stored.
  return sessionProblem() ?? startSession(await callUpstream(authReset, { token, password }));
}
