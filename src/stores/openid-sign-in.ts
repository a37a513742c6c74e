import * as v from 'valibot';
import { authOidcBegin, authOidcFinish } from '#src/contract/calls/auth.ts';
import { callUpstream } from './call-upstream.ts';
import { decodeJson } from './persisted-atom.ts';
import { platform } from './platform.ts';
import { sessionProblem } from './session.ts';
import { startSession } from './sign-in.ts';

/** A visitor on the way to the OpenID provider and back: what proves it is they, and where they were going. */
const PendingSignIn = v.nullable(v.object({ state: v.pipe(v.string(), v.minLength(16)), to: v.string() }));

/** The tab's own memory of who it sent to the provider: nobody else can make it sign in by a link. */
const KEY = 'lectern:oidc';

/**
 * Leads to the provider.
 * @param to path to go to afterwards
 * @returns the code of what went wrong
 */
export async function startProviderSignIn(to: string): Promise<string | undefined> {
  const problem = sessionProblem();
  if (problem) return problem;
  const { data, errors } = await callUpstream(authOidcBegin, {});
  if (data.address === null) return errors[0]?.code ?? 'UNKNOWN';
  platform().tabStorage.set(KEY, JSON.stringify({ state: data.state, to }));
  platform().goTo(data.address);
  return undefined;
}

/** What the provider sent the visitor back with; undefined where the address says nothing of it. */
export function readProviderAnswer(
  search: string,
): { state: string; code: string | null; iss: string | null } | undefined {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  if (state === null || !(query.has('code') || query.has('error'))) return undefined;
  return { state, code: query.get('code'), iss: query.get('iss') };
}

/** Signs in whom the provider sent back to this tab. @returns where to go, or the code of what went wrong */
export async function finishProviderSignIn(search: string): Promise<{ to: string } | { code: string }> {
  const answer = readProviderAnswer(search);
  const { tabStorage } = platform();
  const journey = decodeJson(PendingSignIn, tabStorage.get(KEY) ?? '', null);
  tabStorage.set(KEY, null);
  if (!answer?.code || journey?.state !== answer.state) return { code: 'FORBIDDEN' };
  const params = { code: answer.code, state: answer.state, ...(answer.iss === null ? {} : { iss: answer.iss }) };
  const code = await startSession(await callUpstream(authOidcFinish, params));
  return code === undefined ? { to: journey.to } : { code };
}
