import { authRefresh } from '#src/contract/calls/session.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { $renewAt, $token } from './local-storage.ts';
import { platform } from './platform.ts';
import { forgetSession, saveSession } from './session.ts';
import * as keys from './storage-keys.ts';

/** Calls `auth.refresh`; the browser sends the session's cookie itself. */
type RefreshCall = (call: typeof authRefresh) => Promise<Result<Data<typeof authRefresh>>>;

/** The token for a call: the current one, or the next one if it is about to expire. */
export async function currentToken(ask: RefreshCall): Promise<string> {
  const token = $token.get();
  const due = $renewAt.get();
  return token === '' || due === null || platform().now() < due ? token : renewToken(token, ask);
}

let pendingRenewal: Promise<string> | undefined;

/**
 * The next token, or this one if there is none. Only one call and one tab requests it at a time; the others share the
 * result.
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
  const saved = platform().storage.get(keys.TOKEN);
  // Another tab was first; this one may not have been notified yet.
  if (saved !== null && saved !== token) return saved;
  const { data, status, errors } = await ask(authRefresh);
  const isSame = $token.get() === token;
  if (data.session) {
    // Signed out meanwhile: the pending call uses the token, but it is not stored.
    if (isSame) saveSession(data.session);
    return data.session.token;
  }
  if (isSame && status === 401) await forgetSession();
  if (isSame && errors.some(({ code }) => code === 'CALL_ABSENT')) $renewAt.set(null);
  return token;
}
