import { authRefresh } from '#src/contract/calls/session.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { $renewAt, $token } from './local-storage.ts';
import { platform } from './platform.ts';
import { forgetSession, saveSession } from './session.ts';

/** Asks `auth.refresh`; the browser sends the session's cookie along by itself. */
type RefreshCall = (call: typeof authRefresh) => Promise<Result<Data<typeof authRefresh>>>;

/** The token for a call: the one there is, or where its time is nearly over the next one. */
export async function currentToken(ask: RefreshCall): Promise<string> {
  const token = $token.get();
  const due = $renewAt.get();
  return token === '' || due === null || platform().now() < due ? token : renewToken(token, ask);
}

let pendingRenewal: Promise<string> | undefined;

/**
 * The token after this one, or this one where there is none. One call and one tab at a time asks for it; the others
 * get what it got.
 */
export function renewToken(token: string, ask: RefreshCall): Promise<string> {
  pendingRenewal ??= platform()
    .alone('lectern:renew', () => renewed(token, ask))
    .finally(() => {
      pendingRenewal = undefined;
    });
  return pendingRenewal;
}

async function renewed(token: string, ask: RefreshCall): Promise<string> {
  const saved = platform().storage.get('token');
  // Another tab was first; this one may not have heard of it yet.
  if (saved !== null && saved !== token) return saved;
  const { data, status, errors } = await ask(authRefresh);
  const isSame = $token.get() === token;
  if (data.session) {
    // Signed out meanwhile: the call on its way takes the token, the device does not.
    if (isSame) saveSession(data.session);
    return data.session.token;
  }
  if (isSame && status === 401) await forgetSession();
  if (isSame && errors.some(({ code }) => code === 'CALL_ABSENT')) $renewAt.set(null);
  return token;
}
