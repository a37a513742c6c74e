import { authRefresh } from '#src/contract/calls/session.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { $renewAt, $token } from './local-storage.ts';
import { platform } from './platform.ts';
import { forgetSession, saveSession } from './session.ts';
import * as keys from './storage-keys.ts';

/** Calls `auth.refresh`; the browser sends the session's cookie itself. */
type RefreshCall = (call: typeof authRefresh) => Promise<Result<Data<typeof authRefresh>>>;

/** Returns the token for a call: a new token if it is due for renewal, otherwise the current token. */
export async function currentToken(refresh: RefreshCall): Promise<string> {
  const token = $token.get();
  const due = $renewAt.get();
  return token === '' || due === null || platform().now() < due ? token : renewToken(token, refresh);
}

let pendingRenewal: Promise<string> | undefined;

/**
 * Requests a new token. Returns the given token if the upstream sends none. Only one tab requests a token at a time,
 * and concurrent calls in a tab share one request.
 */
export function renewToken(token: string, refresh: RefreshCall): Promise<string> {
  pendingRenewal ??= platform()
    .alone('lectern:renew', () => requestToken(token, refresh))
    .finally(() => {
      pendingRenewal = undefined;
    });
  return pendingRenewal;
}

async function requestToken(token: string, refresh: RefreshCall): Promise<string> {
  const saved = platform().storage.get(keys.TOKEN);
  // Another tab has renewed the token, and this tab may not have been notified yet.
  if (saved !== null && saved !== token) return saved;
  const { data, status, errors } = await refresh(authRefresh);
  const isSame = $token.get() === token;
  if (data.session) {
    // If the visitor has signed out meanwhile, the new token is returned for the pending call, but not stored.
    if (isSame) saveSession(data.session);
    return data.session.token;
  }
  if (isSame && status === 401) await forgetSession();
  if (isSame && errors.some(({ code }) => code === 'CALL_ABSENT')) $renewAt.set(null);
  return token;
}
