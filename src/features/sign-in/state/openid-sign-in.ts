import * as v from 'valibot';
import { authOidcBegin, authOidcFinish } from '#src/contract/calls/auth.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { decodeJson } from '#src/shell/state/persisted-atom.ts';
import { platform } from '#src/shell/state/platform.ts';
import { STORAGE_PROBLEMS, sessionProblem } from '#src/shell/state/session.ts';
import * as keys from '#src/shell/state/storage-keys.ts';
import { startSession } from './sign-in.ts';

/**
 * A sign-in that was started at the OpenID provider: the secret that identifies it, and the return path. It is stored
 * for the tab that started it, so that a link from another site cannot complete it.
 */
const PendingSignIn = v.nullable(v.object({ state: v.pipe(v.string(), v.minLength(16)), to: v.string() }));

/**
 * Redirects to the provider.
 * @param to path to return to afterwards
 * @returns the error code; undefined on success
 */
export async function startProviderSignIn(to: string): Promise<string | undefined> {
  const problem = sessionProblem();
  if (problem) return problem;
  const { data, errors } = await callUpstream(authOidcBegin, {});
  if (data.address === null) return errors[0]?.code ?? 'UNKNOWN';
  const { tabStorage } = platform();
  tabStorage.set(keys.OIDC, JSON.stringify({ state: data.state, to }));
  // Without the stored secret, the sign-in could not be completed when the visitor returns.
  const fault = tabStorage.fault(keys.OIDC);
  if (fault) return STORAGE_PROBLEMS[fault];
  platform().goTo(data.address);
  return undefined;
}

/** The parameters with which the provider redirected to this page; undefined if the address has none. */
export function readProviderAnswer(
  search: string,
): { state: string; code: string | null; iss: string | null } | undefined {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  if (state === null || !(query.has('code') || query.has('error'))) return undefined;
  return { state, code: query.get('code'), iss: query.get('iss') };
}

/** Completes the sign-in after the provider has redirected to this page. @returns the return path, or the error code */
export async function finishProviderSignIn(search: string): Promise<{ to: string } | { code: string }> {
  const answer = readProviderAnswer(search);
  const { tabStorage } = platform();
  const pending = decodeJson(PendingSignIn, tabStorage.get(keys.OIDC) ?? '', null);
  tabStorage.set(keys.OIDC, null);
  if (!answer?.code || pending?.state !== answer.state) return { code: 'FORBIDDEN' };
  const params = { code: answer.code, state: answer.state, ...(answer.iss === null ? {} : { iss: answer.iss }) };
  const code = await startSession(await callUpstream(authOidcFinish, params));
  return code === undefined ? { to: pending.to } : { code };
}
