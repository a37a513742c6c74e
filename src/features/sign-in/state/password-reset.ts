import { authReset, authResetRequest } from '#src/contract/calls/auth.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { sessionProblem } from '#src/shell/state/session.ts';
import { startSession } from './sign-in.ts';

/** Requests an email with a link to reset the password. @returns the error code; undefined on success */
export async function requestPasswordReset(email: string): Promise<string | undefined> {
  const { success, errors } = await callUpstream(authResetRequest, { email });
  return success === 1 ? undefined : (errors[0]?.code ?? 'UNKNOWN');
}

/** Sets the new password and signs in. @returns the error code; undefined on success */
export async function resetPassword(token: string, password: string): Promise<string | undefined> {
  // The link works only once, so it is not used if the session could not be stored.
  return sessionProblem() ?? startSession(await callUpstream(authReset, { token, password }));
}
